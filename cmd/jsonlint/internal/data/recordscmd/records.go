package recordscmd

import (
	"errors"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Command returns the subcommand records.
func Command() command.Command {
	return command.Command{
		Command: cli.Command{Name: "records", Args: "[flags] [FILE ...]", Doc: "turn an array into NDJSON, or with --array, NDJSON into an array", Program: program},
		Run:     run,
	}
}

// run writes the records or the array.
func run(args []string, std command.Stdio) (status int, err error) {
	f, err := parse(args)
	if err != nil {
		return std.BadUsage(err, program())
	}
	if len(f.Paths) == 0 {
		f.Paths = []string{input.Stdin}
		std.ReadsStandardInput("records FILE")
	}
	if err := std.CheckInputs(f.Paths...); err != nil {
		return command.StatusTrouble, err
	}
	return std.WriteFiles([]string{f.OutputFile}, func(set *outputs.Set) (int, error) { return runInto(set, f, std) })
}

// runInto writes the records or the array to the output. After an error, the caller must abort the set.
func runInto(set *outputs.Set, f *flags, std command.Stdio) (status int, err error) {
	out, err := set.Open(f.OutputFile, std.Out)
	if err != nil {
		return command.StatusTrouble, err
	}
	var c converter = newSplitter(out, f.pointer, f.names)
	if f.array {
		c = &joiner{out: out}
	}
	bar := f.StartBar(std, f.OutputFile == "" || f.OutputFile == input.Stdin, f.Paths...)
	defer bar.Stop()
	for _, path := range f.Paths {
		status, err = convertFile(c, path, std, bar)
		if err != nil || status != command.StatusValid {
			break
		}
	}
	if err == nil && status == command.StatusValid {
		if err = c.end(); err == nil {
			err = out.Close()
		}
		if err != nil {
			return command.StatusTrouble, err
		}
		return status, set.Commit()
	}
	bar.Clear()
	if err != nil {
		return command.StatusTrouble, err
	}
	if f.OutputFile != "" && f.OutputFile != input.Stdin {
		std.Complain(fmt.Errorf("%s has not been written", report.Path(f.OutputFile)))
		return status, set.Abort()
	}
	if err := out.Close(); err != nil {
		return command.StatusTrouble, err
	}
	std.Complain(errors.New(incomplete(c, f.array)))
	return status, nil
}

// incomplete states what has been written to standard output before an error.
func incomplete(c converter, array bool) string {
	n, begun := c.written()
	what := report.Count(n, "record")
	if array {
		what = report.Count(n, "element")
	}
	switch {
	case n == 0 && !begun:
		return "nothing has been written"
	case begun:
		return "the output is incomplete: it has " + what + " and the beginning of another one"
	case array:
		return "the output is incomplete: it has " + what + " and lacks the end of the array"
	}
	return "the output is incomplete: it has " + what
}

// convertFile writes the elements of a file, and reports what is wrong with the file. The error err is one of the output.
func convertFile(c converter, path string, std command.Stdio, bar *progress.Bar) (status int, err error) {
	name := path
	if path == input.Stdin {
		name = report.StdinName
	}
	err = crash.Catch(func() error {
		content, err := input.Open(std.File(path), name, std.In, nil)
		if err != nil {
			return err
		}
		defer content.Close()
		part := command.BeginPart(bar, std.File(path), std.In)
		defer part.End()
		return c.convert(command.ReaderIn(part, content))
	})
	var output *outputError
	var invalid *tokenizer.SyntaxError
	var record *records.RecordError
	var missing *missingError
	switch {
	case err == nil:
		return command.StatusValid, nil
	case errors.As(err, &output):
		return command.StatusTrouble, output.error
	}
	bar.Clear()
	switch {
	case errors.As(err, &record):
		std.Complain(placed(name, record.Position(), record.Message()))
	case errors.As(err, &invalid):
		message := invalid.Message()
		if command.CauseOf(invalid) == lint.CauseSeveralDocuments {
			message += "; if this is such a file, it has records already, and --array makes an array of them"
		}
		std.Complain(placed(name, invalid.Position(), message))
	case errors.As(err, &missing):
		std.Trouble(name, missing)
	default:
		if _, ofRecords := c.(*joiner); ofRecords {
			err = command.Recoverable(err, path)
		} else {
			err = command.Piped(err, path, command.ProgramName()+" records")
		}
		std.Trouble(name, err)
		return command.StatusTrouble, nil
	}
	return command.StatusFindings, nil
}

// placed returns an error with the position in the file to which it refers.
func placed(name string, at tokenizer.Position, message string) error {
	return fmt.Errorf("%s:%d:%d: %s", report.Path(name), at.Line, at.Rune, message)
}
