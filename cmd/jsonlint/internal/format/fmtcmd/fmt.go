package fmtcmd

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/diff"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/jobs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
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
	defer c.TellForeign()
	if c.ListFiles {
		return c.PrintFiles()
	}
	files, err := c.Files()
	if err != nil {
		return command.StatusTrouble, err
	}
	f := formatter{Checker: c, fmt: flags}
	return f.formatAll(files)
}

// formatAll formats the files, several at a time, and writes the results in the order of the files. It
// continues after trouble with a file, but returns an error if a write to the output fails.
func (f *formatter) formatAll(files iter.Seq[input.File]) (status int, err error) {
	if f.prints() {
		if files, err = onlyOne(files); err != nil {
			return command.StatusTrouble, err
		}
	}
	f.bar = f.StartBar(f.Std, f.prints(), f.Paths...)
	defer f.bar.Stop()
	told := map[string]bool{}
	n := 0
	for done := range jobs.InOrder(f.Jobs, files, f.file) {
		n++
		if done.out != nil || done.finding != "" || done.trouble != nil {
			f.bar.Clear()
		}
		f.Tell(&report.File{Name: done.name, Trouble: done.trouble}, told)
		status = max(status, done.status)
		if err := command.WriteAll(f.Std.Out, done.out); err != nil {
			return command.StatusTrouble, err
		}
		if _, err := io.WriteString(f.Std.Err, done.finding); err != nil {
			return command.StatusTrouble, err
		}
	}
	if err := f.NoFiles(n); err != nil {
		return command.StatusTrouble, err
	}
	return status, nil
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

// file formats one file. If the formatting panics, file reports the panic as trouble with the file.
// Nothing is then written for the file to standard output, except for the beginning of a large file.
func (f formatter) file(file input.File) formatted {
	part := command.BeginPart(f.bar, file, f.Std.In)
	defer part.End()
	done := formatted{name: f.NameOf(file), part: part}
	if err := crash.Catch(func() error { return f.format(file, &done) }); err != nil {
		done = formatted{name: done.name, status: command.StatusTrouble, trouble: input.Cause(err)}
	}
	return done
}

// format formats one file and stores the result in done. It returns an error if the file cannot be
// read or written. Invalid JSON is not an error but a finding in done.
func (f formatter) format(file input.File, done *formatted) error {
	if file.Err != nil {
		return file.Err
	}
	if !f.prints() && f.IsCopy(file.Name) {
		done.finding = report.Path(done.name) + ": not formatted, because it belongs to the copies of schemas, which only jsonlint schema changes\n"
		return nil
	}
	if file.Name == input.Stdin && f.SkipsStdin {
		src, err := f.read(file)
		if err != nil {
			return err
		}
		return f.deliver(file.Name, src, src, done)
	}
	h, err := f.SettingsOf(done.name)
	if err != nil {
		return err
	}
	options, err := f.options(done.name, h)
	if err != nil {
		return err
	}
	if large, err := f.openLarge(file.Name, options); large != nil || err != nil {
		if err != nil {
			return err
		}
		defer large.Close()
		return f.formatLarge(large, file.Name, options, done)
	}
	if f.fmt.write && file.Store != nil {
		return errors.New("objects cannot be written; --diff shows the changes")
	}
	src, err := f.read(file)
	if err != nil {
		return err
	}
	if f.Adapt(&h, src[:min(len(src), command.DeclaredWithin)]) {
		return f.deliver(file.Name, src, src, done)
	}
	if options, err = f.options(done.name, h); err != nil {
		return err
	}
	mark, text := allowedMark(src, h.Severities)
	out, err := format.Append(nil, text, options)
	if err != nil {
		done.report(mark, text, err)
		return nil
	}
	if mark != "" && !options.Canonical {
		out = slices.Concat([]byte(mark), out)
	}
	return f.deliver(file.Name, src, out, done)
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
func (f formatter) deliver(path string, src, out []byte, done *formatted) error {
	switch {
	case f.prints():
		done.out = out
		return nil
	case bytes.Equal(src, out):
		return nil
	case f.fmt.write:
		return outputs.Replace(path, outputs.VersionOf(src), out)
	}
	done.status = command.StatusFindings
	done.out = []byte(report.Path(done.name) + "\n")
	if f.Diff {
		done.out = diff.Unified(done.name, src, out)
	}
	return nil
}

// read returns the contents of a file or of standard input.
func (f formatter) read(file input.File) ([]byte, error) {
	switch {
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
