package fmtcmd

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/diff"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
)

// Command returns the subcommand fmt.
func Command() command.Command {
	return command.Command{
		Command: cli.Command{Name: "fmt", Args: "[flags] [FILE ...]", Doc: "format files, including dialects with comments", Program: program},
		Run:     run,
	}
}

// run implements jsonlint fmt.
func run(args []string, std command.Stdio) (status int, err error) {
	flags, err := parse(args)
	if err != nil {
		return std.BadUsage(err, program())
	}
	if flags.NamesNone() {
		flags.Paths = []string{input.Stdin}
		if flags.ReadsInput() {
			std.ReadsStandardInput("fmt --write .")
		}
	}
	c, err := command.NewChecker(&flags.Settings, std)
	if err != nil {
		return command.StatusTrouble, err
	}
	c.Formats = true
	if c.ListFiles {
		defer c.TellForeign()
		return c.PrintFiles()
	}
	files, err := c.Files()
	if err != nil {
		return command.StatusTrouble, err
	}
	f := formatter{Checker: c, fmt: flags}
	if f.Prints {
		if files, err = onlyOne(files); err != nil {
			return command.StatusTrouble, err
		}
	}
	f.Examine = f.format
	return f.Check(files)
}

// onlyOne returns the files, or an error if there is more than one.
func onlyOne(files iter.Seq[input.File]) (iter.Seq[input.File], error) {
	var first []input.File
	for file := range files {
		if first = append(first, file); len(first) > 1 {
			return nil, errors.New("formatting several files requires --write, --check or --diff")
		}
	}
	return slices.Values(first), nil
}

// format formats one file and stores the result in out. It returns an error if the file cannot be read or written. Invalid JSON is not an
// error but a finding in out.
func (f formatter) format(file input.File, h *command.FileSettings, out *command.Outcome) error {
	if !f.Prints && f.IsCopy(file.Name) {
		out.Report = new(lint.Report)
		out.Warning = errors.New("not formatted, because this belongs to the copies of schemas, which only jsonlint schema changes")
		return nil
	}
	options, err := f.options(out.Name, *h)
	if err != nil {
		return err
	}
	if large, err := f.openDocument(file, h, options); large != nil || err != nil {
		if err != nil {
			return err
		}
		defer large.Close()
		out.Dialect = h.Dialect
		return f.formatLarge(large, file.Name, h, options, out)
	}
	if f.fmt.write && file.Store != nil {
		return errors.New("objects cannot be written; --diff shows the changes")
	}
	src, err := f.read(file)
	if err != nil {
		return err
	}
	if f.Adapt(h, src[:min(len(src), command.DeclaredWithin)]) {
		return f.deliver(file.Name, src, src, out)
	}
	out.Dialect = h.Dialect
	if options, err = f.options(out.Name, *h); err != nil {
		return err
	}
	mark, text := allowedMark(src, h.Severities)
	formatted, err := format.Append(nil, text, options)
	if err != nil {
		return f.fails(file.Name, h, bytes.NewReader(src), command.Inconvertible(src, len(mark), err), out)
	}
	if mark != "" && !options.Canonical {
		formatted = slices.Concat([]byte(mark), formatted)
	}
	return f.deliver(file.Name, src, formatted, out)
}

// allowedMark divides a text into a byte order mark that the given severities of rules allow, if there is
// one, and the rest. Formatting keeps such a mark.
func allowedMark(src []byte, severities map[string]lint.Severity) (mark string, text []byte) {
	if severity, set := severities["bom"]; set && severity == lint.Off && bytes.HasPrefix(src, []byte(byteOrderMark)) {
		return byteOrderMark, src[len(byteOrderMark):]
	}
	return "", src
}

// deliver prints, writes or compares the formatted text, as the flags require.
func (f formatter) deliver(path string, src, formatted []byte, out *command.Outcome) error {
	switch {
	case f.Prints:
		out.Text = formatted
	case bytes.Equal(src, formatted):
	case f.fmt.write:
		if err := outputs.Replace(path, outputs.VersionOf(src), formatted); err != nil {
			return err
		}
		out.Fixed = 1
	case f.Diff:
		out.Text, out.Unformatted = diff.Unified(out.Name, src, formatted), true
	default:
		f.differs(int64(len(src)), command.Unformatted(src, commonPrefix(src, formatted)), out)
		return nil
	}
	out.Report = &lint.Report{Bytes: int64(len(src))}
	return nil
}

// read returns the contents of a file or of standard input.
func (f formatter) read(file input.File) ([]byte, error) {
	switch {
	case file.Held:
		return file.Data, nil
	case file.Name == input.Stdin:
		return io.ReadAll(input.Guarded(f.Std.In))
	case file.Store == nil:
		return os.ReadFile(file.Name)
	}
	content, err := input.Open(file, file.Name, nil, nil)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content.Reader()) // a copy, because Close reuses the memory of the content
}

// options returns the options for formatting a file.
func (f formatter) options(name string, h command.FileSettings) (format.Options, error) {
	o, err := f.FormatOptions(name, h, f.fmt.layout...)
	if err != nil {
		return o, err
	}
	if f.fmt.to != "" && !o.Canonical {
		o.Convert = format.DropComments
		if f.fmt.comments == "refuse" {
			o.Convert = format.RefuseComments
		}
	}
	return o, nil
}
