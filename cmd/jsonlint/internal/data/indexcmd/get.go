package indexcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/get"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/utf8check"
)

// Get returns the subcommand get.
func Get() command.Command {
	return command.Command{
		Command: cli.Command{Name: "get", Args: "[flags] FILE[:N] [POINTER]", Doc: "print the value that a JSON Pointer names, or record N of a file, as it is written", Program: getProgram},
		Run:     getValue,
	}
}

func getProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " get",
		Synopsis: []string{"[flags] FILE POINTER", "[flags] FILE:N [POINTER]"},
		About: "Prints a value exactly as it is written in a file, followed by a newline. POINTER is a JSON Pointer (RFC 6901) such as /users/0/name. " +
			"It is \"\" for a whole document, and in names, ~1 stands for a slash and ~0 for a tilde. A POINTER with a name that an object has more than once is ambiguous. FILE is one document, all of which must be valid. " +
			"FILE:N is record N of a file of NDJSON or JSON text sequences, counted from 1; blank lines do not count, other records may be invalid, and POINTER starts at the record. If there is an index that jsonlint index has written, and it is current, FILE is read only near the record. " +
			"The dialect depends on the name of the file. Files that end in .gz or .zst are decompressed. For \"-\" and \"-:N\", it reads standard input.",
		Groups: command.Groups(getOptions()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the value has been printed"},
			{Code: command.StatusFindings, Doc: "there is no such value or record, or POINTER is ambiguous"},
			{Code: command.StatusTrouble, Doc: "invalid usage, an input or output error, or an invalid document or record"},
		},
	}
}

// getOptions returns the table of flags of jsonlint get.
func getOptions() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Reading the file", Options: append([]command.Option{
			{Option: cli.Option{Name: "dialect", Short: "M", Arg: "NAME", Values: config.DialectNames(), Doc: "read the file in this dialect (default: by file name)"}, Set: command.SetDialect},
		}, command.Pick(command.InputOptions(), "stdin-filename", "from")...)},
		{Title: "Other flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress"), indexDebug())},
	}
}

// parseGet returns the flags and the other arguments of a command line.
func parseGet(args []string) (f *command.Flags, rest []string, err error) {
	var record []string // the argument -:N, which is not a flag
	for i, arg := range args {
		if strings.HasPrefix(arg, input.Stdin+":") {
			record, args = []string{arg}, slices.Delete(slices.Clone(args), i, i+1)
			break
		}
	}
	if f, err = command.ParseOptions(getOptions(), args); err != nil {
		return nil, nil, err
	}
	if len(f.Exclude) > 0 {
		return nil, nil, fmt.Errorf("%q is neither a file nor a JSON Pointer", "!"+f.Exclude[0])
	}
	return f, append(record, f.Paths...), nil
}

// getValue prints a value as it is written in a file. It returns [StatusFindings] if there is no such
// value, or more than one.
func getValue(args []string, std command.Stdio) (status int, err error) {
	f, args, err := parseGet(args)
	if err != nil {
		return std.BadUsage(err, getProgram())
	}
	q, err := get.Parse(args, func(name string) bool { return exists(name, std) })
	if err != nil {
		return command.StatusTrouble, err
	}
	name := q.File
	if name == input.Stdin {
		name = cmp.Or(f.StdinName, report.StdinName)
		std.ReadsStandardInput("get FILE POINTER")
	}
	var output error // an error of standard output, rather than of the file
	err = crash.Catch(func() (err error) {
		output, err = printValue(f, q, name, std)
		return err
	})
	var missing *get.MissingError
	var ambiguous *get.AmbiguousError
	var invalid *get.InvalidError
	switch {
	case errors.As(err, &missing), errors.As(err, &ambiguous):
		std.Trouble(name, err)
		return command.StatusFindings, nil
	case errors.As(err, &invalid):
		std.Complain(fmt.Errorf("%s:%w", report.Path(name), invalid))
		return command.StatusTrouble, nil
	case err != nil:
		if err = input.Cause(err); q.Record > 0 {
			err = command.Recoverable(err, q.File)
		}
		std.Trouble(name, err)
		return command.StatusTrouble, nil
	case output != nil:
		return command.StatusTrouble, output
	}
	return command.StatusValid, nil
}

// exists reports whether there is a file or an object with a name. Standard input exists.
func exists(name string, std command.Stdio) bool {
	var err error
	if f := std.File(name); f.Store != nil {
		_, err = f.Store.Stat(context.Background(), name)
	} else {
		_, err = os.Lstat(name)
	}
	return err == nil || name == input.Stdin
}

// printValue prints the value of a query and a newline. The dialect depends on the name. The error output is one of standard output.
func printValue(f *command.Flags, q get.Query, name string, std command.Stdio) (output, err error) {
	dialect, _ := lint.DialectOf(input.Unpacked(name))
	if f.Dialect != nil {
		dialect = *f.Dialect
	}
	value, found, err := byIndex(f, q, dialect, std)
	if !found {
		value, err = byReading(f, q, name, dialect, std)
	}
	if err != nil {
		return nil, err
	}
	if err := command.WriteAll(std.Out, value); err != nil {
		return err, nil
	}
	_, err = std.Out.Write([]byte("\n"))
	return err, nil
}

// byReading returns the value of a query by reading the file.
func byReading(f *command.Flags, q get.Query, name string, dialect lint.Dialect, std command.Stdio) ([]byte, error) {
	content, err := input.Open(std.File(q.File), name, std.In, f.Decode)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	bar := f.StartBar(std, false, q.File)
	defer bar.Stop()
	part := command.BeginPart(bar, input.File{Name: q.File}, std.In)
	defer part.End()
	return valueIn(q, content, part, dialect)
}

// byIndex returns the value of a query by the index of the file, if there is an index and it can be trusted. Otherwise it
// returns false, and with --debug it prints the reason.
func byIndex(f *command.Flags, q get.Query, dialect lint.Dialect, std command.Stdio) (value []byte, found bool, err error) {
	if q.Record == 0 || q.File == input.Stdin || f.Decode != nil || !isLines(dialect) {
		return nil, false, nil
	}
	file, err := openIndexed(q.File)
	if err != nil {
		return nil, false, nil // reading the file finds the error again
	}
	defer file.Close()
	record, n, reason := file.record(q.Record)
	if reason != nil {
		if std.Debug {
			fmt.Fprintf(std.Err, "%s: %s: not found by an index: %s\n", command.ProgramName(), report.Path(q.File), report.Line(reason.Error()))
		}
		return nil, false, nil
	}
	if std.Debug {
		fmt.Fprintf(std.Err, "%s: %s: found by the index\n", command.ProgramName(), report.Path(q.File))
	}
	if record == nil {
		return nil, true, q.Missing(n)
	}
	value, err = q.FromRecordAt(record.Text, record.Line)
	var invalid *get.InvalidError
	if errors.As(err, &invalid) {
		head, failed := file.head(encodingWithin)
		if failed != nil {
			return nil, true, failed
		}
		nameEncoding(invalid, head)
	}
	return value, true, err
}

// valueIn returns the value of a query in the content of its file, which is a stream if it is not in memory.
func valueIn(q get.Query, content *input.Content, part *progress.Part, dialect lint.Dialect) ([]byte, error) {
	if q.Record > 0 {
		head := content.Head(encodingWithin)
		value, err := q.FromRecords(context.Background(), command.ReaderIn(part, content), dialect)
		var invalid *get.InvalidError
		if errors.As(err, &invalid) {
			nameEncoding(invalid, head)
		}
		return value, err
	}
	if content.Stream == nil {
		return q.FromDocument(content.Data, dialect)
	}
	text, err := io.ReadAll(command.ReaderIn(part, content))
	if err != nil {
		return nil, err
	}
	return q.FromDocument(text, dialect)
}

// encodingWithin is how many bytes at the start of a file decide about its encoding.
const encodingWithin = 512

// nameEncoding sets the message about a record of a file in UTF-16 or UTF-32. Only the beginning of the file shows the order of the bytes: a
// record begins after the byte of a line feed, which may be in the middle of a character.
func nameEncoding(invalid *get.InvalidError, head []byte) {
	if e := utf8check.Detect(head).Encoding; explain.IsWide(e) {
		invalid.Message = "the input " + explain.LooksLike(e) + ", but JSON must be UTF-8"
	}
}
