package reportcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportfile"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportpage"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/shardcmd"
)

// Command returns the subcommand report.
func Command() command.Command {
	return command.Command{
		Command: cli.Command{Name: "report", Args: "[flags] --html PAGE REPORT", Doc: "show a report on bad records as a page for browsers, or as a table in CSV", Program: program},
		Run:     run,
	}
}

// run implements jsonlint report.
func run(args []string, std command.Stdio) (status int, err error) {
	f, err := parse(args)
	if err != nil {
		return std.BadUsage(err, program())
	}
	if f.Paths[0] == input.Stdin {
		std.ReadsStandardInput("report --html PAGE REPORT")
	}
	if err := std.CheckInputs(f.Paths[0]); err != nil {
		return command.StatusTrouble, err
	}
	return std.WriteFiles([]string{f.html, f.csv}, func(set *outputs.Set) (int, error) { return command.StatusValid, f.writeReport(set, std) })
}

// A reportWriter writes the outputs of jsonlint report.
type reportWriter struct {
	flags   *flags
	page    *outputs.Writer // nil if there is none
	table   *bufio.Writer   // nil if there is none
	toTable *outputs.Writer
	summary *reportpage.Summary
	bar     *progress.Bar
	row     []byte
}

// writeReport reads the report and writes the outputs. After an error, the caller must abort the set.
func (f *flags) writeReport(set *outputs.Set, std command.Stdio) error {
	w := &reportWriter{flags: f, summary: reportpage.New(reportpage.Options{Samples: f.samples, ModTime: modTime})}
	if err := w.create(set, std.Out); err != nil {
		return err
	}
	path := f.Paths[0]
	name := path
	if path == input.Stdin {
		name = report.StdinName
	}
	w.bar = f.StartBar(std, f.html == input.Stdin || f.csv == input.Stdin, w.inputs(path)...)
	defer w.bar.Stop()
	var output error // an error of an output, rather than of the report
	err := crash.Catch(func() (err error) {
		output, err = w.read(path, std)
		return err
	})
	switch {
	case output != nil:
		return output
	case errors.Is(err, reportfile.ErrIncomplete):
		return fmt.Errorf("%s: %w; --partial shows what there is", report.Path(name), err)
	case err != nil:
		return fmt.Errorf("%s: %w", report.Path(name), command.Piped(err, path, command.ProgramName()+" report --partial -"))
	}
	if err := w.finish(name); err != nil {
		return err
	}
	return set.Commit()
}

// inputs returns the names of the files that are read as a whole.
func (w *reportWriter) inputs(path string) []string {
	if w.flags.bad == "" {
		return []string{path}
	}
	return []string{path, w.flags.bad}
}

// create creates the outputs.
func (w *reportWriter) create(set *outputs.Set, stdout io.Writer) (err error) {
	if w.flags.html != "" {
		if w.page, err = set.Open(w.flags.html, stdout); err != nil {
			return err
		}
	}
	if w.flags.csv == "" {
		return nil
	}
	if w.toTable, err = set.Open(w.flags.csv, stdout); err != nil {
		return err
	}
	w.table = bufio.NewWriterSize(w.toTable, 64<<10)
	_, err = w.table.WriteString(reportfile.CSVHeader)
	return err
}

// read reads the report, and writes the table. The error output is one of the table.
func (w *reportWriter) read(path string, std command.Stdio) (output, err error) {
	content, err := openReport(path, std)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	if merged, ok := content.Stream.(*io.PipeReader); ok {
		defer merged.Close() // so that merging ends, too
	}
	part := command.BeginPart(w.bar, std.File(path), std.In)
	defer part.End()
	visitor := reportfile.Visitor{File: w.summary.File, Record: func(r *reportfile.Record) error {
		if w.table != nil {
			w.row = reportfile.AppendCSV(w.row[:0], r)
			if _, output = w.table.Write(w.row); output != nil {
				return output
			}
		}
		return w.summary.Record(r)
	}}
	total, err := reportfile.Read(context.Background(), command.ReaderIn(part, content), w.flags.partial, visitor)
	if err != nil {
		return output, err
	}
	w.summary.End(total)
	return nil, nil
}

// openReport opens a report. If path is a folder, the report is made of the results of jsonlint run in it.
func openReport(path string, std command.Stdio) (*input.Content, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return input.Open(std.File(path), path, std.In, nil)
	}
	merged, err := shardcmd.Report(path, std)
	if err != nil {
		return nil, err
	}
	return &input.Content{Stream: merged}, nil
}

// finish writes the page, and completes the outputs.
func (w *reportWriter) finish(name string) error {
	if w.table != nil {
		if err := w.table.Flush(); err != nil {
			return err
		}
		if err := w.toTable.Close(); err != nil {
			return err
		}
	}
	if w.page == nil {
		return nil
	}
	switch {
	case w.flags.noText:
	case w.flags.bad != "":
		if err := w.readBad(w.flags.bad); err != nil {
			return fmt.Errorf("--bad: %s: %w", report.Path(w.flags.bad), input.Cause(err))
		}
	default:
		w.summary.FillFiles(openChecked)
	}
	origin := reportpage.Origin{Report: name, Bad: w.flags.bad, Version: command.Version(), NoText: w.flags.noText}
	if w.flags.stats != "" {
		var err error
		if origin.Statistics, err = readStatistics(w.flags.stats); err != nil {
			return fmt.Errorf("--stats: %s: %w", report.Path(w.flags.stats), input.Cause(err))
		}
	}
	if err := w.summary.WriteHTML(w.page, origin); err != nil {
		return err
	}
	return w.page.Close()
}

// readBad reads the text of samples from the file of bad records.
func (w *reportWriter) readBad(name string) error {
	content, err := input.Open(input.File{Name: name}, name, nil, nil)
	if err != nil {
		return err
	}
	defer content.Close()
	part := command.BeginPart(w.bar, input.File{Name: name}, nil)
	defer part.End()
	return w.summary.FillBad(command.ReaderIn(part, content))
}

// readStatistics reads the output of jsonlint stats.
func readStatistics(name string) ([]reportpage.Statistics, error) {
	content, err := input.Open(input.File{Name: name}, name, nil, nil)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return reportpage.ReadStatistics(command.ReaderIn(nil, content))
}

// modTime returns the modification time of a checked file that has the given size in bytes. The size is negative if it is not
// known. A file that has another size has changed since, except that the size of a compressed file is not that of its text.
func modTime(name string, size int64) (time.Time, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || size >= 0 && info.Size() != size && input.Unpacked(name) == name {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// openChecked opens a checked file that has the given size in bytes, and returns nil if there is no such file. It does not
// open anything but regular files, because the names come from the report.
func openChecked(name string, size int64) io.ReadSeekCloser {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != size || input.Unpacked(name) != name {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	return file
}
