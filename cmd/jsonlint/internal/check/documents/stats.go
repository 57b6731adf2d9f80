package documents

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// Stats returns the subcommand stats.
func Stats() command.Command {
	return command.Command{
		Command: cli.Command{Name: "stats", Args: "[flags] [FILE ...]", Doc: "describe the values in JSON and NDJSON files, path by path", Program: statsProgram},
		Run:     stats,
	}
}

// stats describes files. It continues after a file that is not JSON or cannot be read.
func stats(args []string, std command.Stdio) (status int, err error) {
	f, err := command.ParseOptions(statsOptions(), args)
	switch {
	case err != nil:
		return std.BadUsage(err, statsProgram())
	case len(f.Exclude) > 0:
		return command.StatusTrouble, fmt.Errorf("%q cannot be excluded; stats reads only the files that are named", f.Exclude[0])
	case len(f.Paths) == 0:
		f.Paths = []string{input.Stdin}
		std.ReadsStandardInput("stats FILE")
	}
	if err := std.CheckInputs(f.Paths...); err != nil {
		return command.StatusTrouble, err
	}
	bar := f.StartBar(std, false, f.Paths...)
	defer bar.Stop()
	for _, name := range f.Paths {
		of, err := statsOf(f, name, std, bar)
		if err != nil {
			return command.StatusTrouble, err
		}
		status = max(status, of)
	}
	return status, nil
}

// statsProgram describes the command line of jsonlint stats.
func statsProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " stats",
		Synopsis: []string{"[flags] [FILE ...]"},
		About: "Describes the values in JSON and NDJSON files, path by path: how many there are of each type, in how many objects a member is missing, " +
			"about how many different values there are, the least and the greatest number, the lengths of the shortest and the longest string, the size in bytes, and a few examples. " +
			"Records that are not valid are counted and left out. Files of any size take little memory, and the same file always gives the same output. " +
			"A file has records if its name is that of NDJSON, or if a value ends with the first line and another line follows. " +
			"Other dialects than JSON and NDJSON are not supported. Without a file, or for \"-\", it reads standard input. " +
			"Files that end in .gz or .zst are decompressed. docs/reference/datafiles.md explains the output.",
		Groups: command.Groups(statsOptions()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "a file or record is not valid JSON"},
			{Code: command.StatusTrouble, Doc: "invalid usage, or an input or output error"},
		},
	}
}

// statsOptions returns the table of flags of jsonlint stats.
func statsOptions() []command.OptionGroup {
	return []command.OptionGroup{{Title: "Flags", Options: slices.Concat([]command.Option{
		{Option: cli.Option{Name: "format", Arg: "NAME", Values: reportForms, Doc: "print a table for people (text, the default) or one JSON object for each file (json)"}, Set: command.Word(func(f *command.Flags) *string { return &f.Format }, reportForms...)},
		{Option: cli.Option{Name: "dialect", Short: "M", Arg: "NAME", Values: statsDialects, Doc: "read the files as one document (json) or as records (ndjson); the default depends on the file name, and on whether the first line is a whole value"}, Set: setStatsDialect},
	}, command.Pick(command.InputOptions(), "stdin-filename"), command.Pick(command.OutputOptions(), "progress"), command.Pick(command.SettingOptions(), "debug", "help"))}}
}

// statsDialects are the values of --dialect.
var statsDialects = []string{"json", "ndjson"}

// setStatsDialect is the setter of --dialect.
func setStatsDialect(f *command.Flags, value string) error {
	if err := command.Word(func(*command.Flags) *string { return new(string) }, statsDialects...)(f, value); err != nil {
		return err
	}
	return command.SetDialect(f, value)
}

// statsOf describes a file.
func statsOf(f *command.Flags, path string, std command.Stdio, bar *progress.Bar) (status int, err error) {
	d := &description{name: path}
	if path == input.Stdin {
		d.name = cmp.Or(f.StdinName, report.StdinName)
	}
	d.dialect, _ = lint.DialectOf(input.Unpacked(d.name))
	if f.Dialect != nil {
		d.dialect, d.chosen = *f.Dialect, true
	}
	err = crash.Catch(func() error { return d.read(std.File(path), std.In, bar) })
	bar.Clear()
	var invalid *tokenizer.SyntaxError
	switch {
	case errors.As(err, &invalid):
		p := invalid.Position()
		message := invalid.Message()
		if command.CauseOf(invalid) == lint.CauseSeveralDocuments {
			message += "; if this is such a file, use --dialect ndjson"
		}
		_, err = fmt.Fprintf(std.Out, "%s:%d:%d: %s\n", report.Path(d.name), p.Line, p.Rune, report.Line(message))
		return command.StatusFindings, err
	case err != nil:
		if err = input.Cause(err); d.ofRecords() {
			err = command.Recoverable(err, path)
		}
		std.Trouble(d.name, err)
		return command.StatusTrouble, nil
	}
	write := d.writeText
	if f.Format == "json" {
		write = d.writeJSON
	}
	if err := write(std.Out); err != nil {
		return command.StatusTrouble, err
	}
	if n := d.Damaged; n > 0 {
		std.Complain(fmt.Errorf("%s: %s left out, the first one in line %d; check the file to see why", report.Path(d.name), areRecords(n), d.FirstDamaged))
		return command.StatusFindings, nil
	}
	return command.StatusValid, nil
}

// areRecords returns the beginning of a sentence about n records.
func areRecords(n int64) string {
	if n == 1 {
		return "1 record is not valid and was"
	}
	return fmt.Sprintf("%d records are not valid and were", n)
}
