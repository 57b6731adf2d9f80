package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/utf8check"
)

// salvage recovers the records of damaged files, or rebuilds the files.
func salvage(args []string, std Stdio) (status int, err error) {
	f, err := parseSalvage(args)
	if err != nil {
		return std.BadUsage(err, salvageProgram())
	}
	if f.salvage.join == "" && len(f.Paths) == 0 {
		f.Paths = []string{input.Stdin}
		std.ReadsStandardInput("salvage FILE --out GOOD --rest REST")
	}
	var set outputs.Set
	status, err = set.Guard(func() (int, error) { return salvageInto(&set, f, std) })
	switch {
	case errors.Is(err, outputs.ErrInterrupted):
		return StatusTrouble, fmt.Errorf("%w; no files have been written", err)
	case err != nil && f.salvage.namesOutput():
		std.Complain(err)
		return StatusTrouble, errors.Join(errors.New(written(set.Kept(), "files")), set.Abort())
	case err != nil:
		return StatusTrouble, err
	}
	return status, nil
}

// salvageInto recovers the records, or rebuilds the files. After an error, the caller must abort the set.
func salvageInto(set *outputs.Set, f *Flags, std Stdio) (status int, err error) {
	if f.salvage.join != "" {
		return StatusValid, join(&f.salvage, std, set)
	}
	w, err := salvageFiles(f, std, set)
	if err != nil {
		return StatusTrouble, err
	}
	if err := set.Commit(); err != nil {
		return StatusTrouble, err
	}
	fmt.Fprintf(std.Err, "%s: %s\n", programName, w.summary())
	if advice := w.advice(f.salvage.values); advice != "" {
		fmt.Fprintf(std.Err, "%s: %s\n", programName, advice)
	}
	if w.rest.at > 0 {
		return StatusFindings, nil
	}
	return StatusValid, nil
}

// join rebuilds the files that a list describes.
func join(s *salvageFlags, std Stdio, set *outputs.Set) (err error) {
	out := std.Out
	if s.good != "" && s.good != input.Stdin {
		if out, err = set.Create(s.good); err != nil {
			return err
		}
	}
	w, err := outputs.NewWriter(s.good, out)
	if err != nil {
		return err
	}
	err = joinSalvaged(s.join, w)
	if closed := w.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return set.Commit()
}

// salvageFiles writes the output files, which the caller must commit.
func salvageFiles(f *Flags, std Stdio, set *outputs.Set) (*salvageWriter, error) {
	s := &f.salvage
	var to [3]*outputs.Writer
	for i, name := range []string{s.good, s.rest, s.list} {
		out, err := std.Out, error(nil)
		if name != "" && name != input.Stdin { // - is standard output
			out, err = set.Create(name)
		}
		if err == nil {
			to[i], err = outputs.NewWriter(name, out)
		}
		if err != nil {
			return nil, err
		}
	}
	w := newSalvageWriter(to[0], to[1], to[2])
	w.entry(listEntry{Version: listVersion, Good: fromList(s.list, s.good), Rest: fromList(s.list, s.rest)})
	bar := f.StartBar(std, s.usesStandardOutput() > 0, f.Paths...)
	defer bar.Stop()
	meter, err := f.startMetrics(std, bar)
	if err != nil {
		return nil, err
	}
	defer meter.end()
	for _, path := range f.Paths {
		name := path
		if path == input.Stdin {
			name = report.StdinName
		}
		var read error // an error of the file, rather than of an output
		err := crash.Catch(func() (err error) {
			part := BeginPart(bar, std.File(path), std.In)
			defer part.End()
			read, err = w.file(std.File(path), name, std.In, part, f.recordOptions())
			return err
		})
		switch {
		case read != nil:
			return nil, fmt.Errorf("%s: %w", report.Path(name), Piped(read, path, programName+" salvage --out GOOD --rest REST"))
		case err != nil:
			return nil, err
		}
	}
	return w, w.finish()
}

// file writes the parts of a file. The error read is one of the file, and err is one of an output.
func (w *salvageWriter) file(f input.File, name string, stdin io.Reader, part *progress.Part, opts []records.SalvageOption) (read, err error) {
	content, read := input.Open(f, f.Name, stdin, nil)
	if read != nil {
		return read, nil
	}
	defer content.Close()
	w.begin(report.Path(name))
	if e := utf8check.Detect(content.Head(longestMark)).Encoding; e != utf8check.UTF8 && encodingNames[e.String()] != "" {
		w.wide = e
	}
	n := int64(0)
	if content.Stream == nil {
		for p := range records.Salvage(content.Data, opts...) {
			if err := w.add(&p); err != nil {
				return nil, err
			}
		}
		return nil, w.end(int64(len(content.Data)))
	}
	in := ReaderIn(part, content)
	for p, read := range records.ReadSalvage(context.Background(), in, opts...) {
		if read != nil {
			return read, nil
		}
		n += int64(len(p.Text))
		if err := w.add(&p); err != nil {
			return nil, err
		}
	}
	return nil, w.end(n)
}

// summary returns a line that states what has been found.
func (w *salvageWriter) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s recovered; ", w.total, plural(w.total, "record"))
	if w.rest.at == 0 {
		b.WriteString("nothing else was found")
		return b.String()
	}
	fmt.Fprintf(&b, "%d %s of other data", w.rest.at, plural(w.rest.at, "byte"))
	between := ": "
	for reason, n := range w.pieces {
		if n > 0 {
			fmt.Fprintf(&b, "%s%d %v (%d %s)", between, n, records.Reason(reason), w.bytes[reason], plural(w.bytes[reason], "byte"))
			between = ", "
		}
	}
	return b.String()
}

// longestMark is the length of the longest byte order mark in bytes.
const longestMark = 4

// advice returns what the user can do if there are no records, or if arrays were left out; otherwise "". The value of --values is which.
func (w *salvageWriter) advice(which string) string {
	switch {
	case w.total == 0 && w.wide != utf8check.UnknownEncoding:
		return fmt.Sprintf("the input is %v; convert it to UTF-8 first", w.wide)
	case w.pieces[records.OtherValue] > 0 && cmp.Or(which, salvageValues[0]) == salvageValues[0]:
		return "arrays are not records without --values arrays"
	case w.total == 0 && w.rest.at > 0:
		return "a record must be on one line; a single document that was cut off can be completed by jsonlint complete"
	}
	return ""
}

// plural returns a noun in the singular or plural.
func plural(n int64, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
