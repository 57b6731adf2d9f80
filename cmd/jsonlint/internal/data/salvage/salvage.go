package salvage

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/utf8check"
)

// Command returns the subcommand salvage.
func Command() command.Command {
	return command.Command{
		Command: cli.Command{Name: "salvage", Args: "[flags] [FILE ...]", Doc: "recover the whole records of damaged NDJSON files", Program: program},
		Run:     run,
	}
}

// run recovers the records of damaged files, or rebuilds the files.
func run(args []string, std command.Stdio) (status int, err error) {
	f, err := parse(args)
	if err != nil {
		return std.BadUsage(err, program())
	}
	if f.join == "" && len(f.Paths) == 0 {
		f.Paths = []string{input.Stdin}
		std.ReadsStandardInput("salvage FILE --out GOOD --rest REST")
	}
	if err := std.CheckInputs(f.Paths...); err != nil {
		return command.StatusTrouble, err
	}
	return std.WriteFiles([]string{f.good, f.rest, f.list}, func(set *outputs.Set) (int, error) { return runInto(set, f, std) })
}

// runInto recovers the records, or rebuilds the files. After an error, the caller must abort the set.
func runInto(set *outputs.Set, f *flags, std command.Stdio) (status int, err error) {
	if f.join != "" {
		return command.StatusValid, join(f, std, set)
	}
	if err := f.compile(std); err != nil {
		return command.StatusTrouble, err
	}
	if f.learn {
		learnt, err := f.learnMembers(std)
		if err != nil {
			return command.StatusTrouble, err
		}
		fmt.Fprintf(std.Err, "%s: %s\n", command.ProgramName(), learnt)
	}
	w, err := writeFiles(f, std, set)
	if err != nil {
		return command.StatusTrouble, err
	}
	if err := set.Commit(); err != nil {
		return command.StatusTrouble, err
	}
	fmt.Fprintf(std.Err, "%s: %s\n", command.ProgramName(), w.summary())
	if advice := w.advice(f); advice != "" {
		fmt.Fprintf(std.Err, "%s: %s\n", command.ProgramName(), advice)
	}
	for _, message := range []string{w.decoded(f.from), w.encodings(f.from)} {
		if message != "" {
			fmt.Fprintf(std.Err, "%s: %s\n", command.ProgramName(), message)
		}
	}
	if w.possible && w.found[records.Likely]+w.found[records.Possible] > 0 {
		fmt.Fprintf(std.Err, "%s: objects inside whole records have these members, too, so that some of the likely and possible records may be values\n", command.ProgramName())
	}
	for _, message := range []string{w.repairs(), w.fixes(f)} {
		if message != "" {
			fmt.Fprintf(std.Err, "%s: %s\n", command.ProgramName(), message)
		}
	}
	for _, message := range w.skips {
		fmt.Fprintf(std.Err, "%s: %s\n", command.ProgramName(), message)
	}
	if w.rest.at > 0 || w.skipped > 0 {
		return command.StatusFindings, nil
	}
	return command.StatusValid, nil
}

// join rebuilds the files that a list describes.
func join(f *flags, std command.Stdio, set *outputs.Set) error {
	w, err := set.Open(f.good, std.Out)
	if err != nil {
		return err
	}
	err = rebuild(f.join, w)
	if closed := w.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return set.Commit()
}

// writeFiles writes the output files, which the caller must commit.
func writeFiles(f *flags, std command.Stdio, set *outputs.Set) (_ *writer, err error) {
	var to [3]*outputs.Writer
	for i, name := range []string{f.good, f.rest, f.list} {
		if to[i], err = set.Open(name, std.Out); err != nil {
			return nil, err
		}
	}
	w := newWriter(to[0], to[1], to[2])
	w.each, w.repair, w.spans = f.each(), f.repair, f.Concatenated
	w.confusion.members = f.members
	w.entry(listEntry{Version: listVersion, Good: fromList(f.list, f.good), Rest: fromList(f.list, f.rest)})
	bar := f.StartBar(std, f.usesStandardOutput() > 0, f.Paths...)
	defer bar.Stop()
	meter, err := f.StartMetrics(std, bar, false)
	if err != nil {
		return nil, err
	}
	defer meter.End()
	for _, path := range f.Paths {
		name := path
		if path == input.Stdin {
			name = report.StdinName
		}
		var read error // an error of the file, rather than of an output
		err := crash.Catch(func() (err error) {
			part := command.BeginPart(bar, std.File(path), std.In)
			defer part.End()
			read, err = w.file(std.File(path), name, std.In, part, f)
			return err
		})
		switch {
		case read != nil:
			return nil, fmt.Errorf("%s: %w%s", report.Path(name), input.Cause(read), wayOut(read))
		case err != nil:
			return nil, err
		}
	}
	return w, w.finish()
}

// wayOut returns what can be done about an error of a file, with a semicolon before it, or "".
func wayOut(err error) string {
	if errors.As(err, new(*unpack.FormatError)) && !unpack.IsDamaged(err) {
		return "; if the file is not compressed, pass it to standard input"
	}
	return ""
}

// file writes the parts of a file. The error read is one of the file, and err is one of an output.
func (w *writer) file(f input.File, name string, stdin io.Reader, part *progress.Part, flags *flags) (read, err error) {
	w.begin(report.Path(name))
	w.isPacked = input.Unpacked(f.Name) != f.Name
	s, read := flags.open(f, stdin, part, func(s unpack.Skip) { w.skip(name, s) })
	if read != nil {
		return read, nil
	}
	defer s.close()
	if e := explain.GuessEncoding(s.head); explain.IsWide(e) {
		w.wide = e
	}
	if what := explain.FormatOf(s.head); what != "" {
		w.format, w.packed = what, explain.CompressedExtension(s.head)
	}
	w.clues.begin(f.Name, s.head)
	if s.recoded != nil {
		w.recode(s.recoded, flags.from)
	}
	n, read, err := s.parts(flags.recordOptions(), w.add)
	if read != nil || err != nil {
		return read, err
	}
	return nil, w.end(n)
}

// learnMembers finds the members that nearly all whole records of the files have, and returns a line about them.
func (f *flags) learnMembers(std command.Stdio) (learnt string, err error) {
	l := learner{}
	for _, path := range f.Paths {
		s, err := f.open(std.File(path), nil, nil, func(unpack.Skip) {})
		if err == nil {
			_, err, _ = s.parts(f.recordOptions(), func(p *records.Salvaged) error {
				if s.recoded != nil {
					s.recoded.Pass(len(p.Text))
				}
				return l.add(p)
			})
			s.close()
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", report.Path(path), input.Cause(err))
		}
	}
	f.members, learnt = l.learnt()
	return learnt, nil
}

// summary returns a line that states what has been found.
func (w *writer) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s recovered", report.Count(w.total, "record"))
	for c := records.Likely; c <= records.Possible; c++ {
		if n := w.found[c]; n > 0 {
			fmt.Fprintf(&b, ", %d %v", n, c)
		}
	}
	b.WriteString("; ")
	switch {
	case w.rest.at == 0 && w.skipped > 0:
		b.WriteString("nothing else could be decompressed")
		return b.String()
	case w.rest.at == 0:
		b.WriteString("nothing else was found")
		return b.String()
	}
	fmt.Fprintf(&b, "%s of other data", report.Count(w.rest.at, "byte"))
	between := ": "
	for reason, n := range w.pieces {
		if n > 0 {
			fmt.Fprintf(&b, "%s%d %v (%s)", between, n, records.Reason(reason), report.Count(w.bytes[reason], "byte"))
			between = ", "
		}
	}
	return b.String()
}

// repairs returns a line about the records that can be repaired, or have been, or "" if there are none.
func (w *writer) repairs() string {
	total, kinds := int64(0), ""
	for how := escaped; how < numMendings; how++ {
		if n := w.mended[how]; n > 0 {
			total += n
			kinds += fmt.Sprintf(", %d %s", n, mendings[how].words)
		}
	}
	switch {
	case total == 0:
		return ""
	case w.repair:
		return fmt.Sprintf("%s repaired: %s", report.Count(total, "record"), kinds[2:])
	}
	return fmt.Sprintf("%s can be repaired with --repair: %s", report.Count(total, "record"), kinds[2:])
}

// fixes returns a line about the lines of REST that jsonlint --fix makes records, or "" if there are none. It fixes only UTF-8.
func (w *writer) fixes(f *flags) string {
	lines := "1 line is a record"
	switch {
	case w.fixed == 0 || f.from != "":
		return ""
	case w.tried == mostTried:
		lines = fmt.Sprintf("%d of the first %d bad lines are records", w.fixed, mostTried)
	case w.fixed > 1:
		lines = fmt.Sprintf("%d lines are records", w.fixed)
	}
	return fmt.Sprintf("%s after %s --fix, which changes the file: run it on a copy, and then salvage", lines, command.ProgramName())
}

// decoded returns a line about the lines that --from has converted, and about those that it has not, or "" if it has converted all text.
func (w *writer) decoded(from string) string {
	if w.mixed.Kept == 0 {
		return ""
	}
	what := "lines with characters outside ASCII are"
	if w.mixed.Kept == 1 {
		what = "line with characters outside ASCII is"
	}
	return fmt.Sprintf("%s converted from %s; %d other %s in UTF-8 and unchanged", report.Count(w.mixed.Converted, "line"), from, w.mixed.Kept, what)
}

// ofFile returns the argument with the name of a file, with a space before it, or "" for standard input.
func ofFile(name string) string {
	if name == input.Stdin {
		return ""
	}
	return " " + command.InCommand(name)
}

// advice returns what the user can do if there are no records, or if some were left out that could be; otherwise "".
func (w *writer) advice(f *flags) string {
	switch {
	case w.packed != "":
		return fmt.Sprintf("the input is %s, not JSON; to decompress it, give the name of a file that ends in %s, or decompress standard input before", w.format, w.packed)
	case w.total == 0 && w.format != "":
		return "the input is " + w.format + ", not JSON"
	case w.total == 0 && w.wide != utf8check.UnknownEncoding && f.from == "":
		return fmt.Sprintf("the input %s; use --from %s", explain.LooksLike(w.wide), explain.EncodingKind(w.wide))
	case w.array != "" && f.values != "arrays" && f.values != "all":
		return "the input seems to be an array; its elements are written as records by: " + command.ProgramName() + " records" + ofFile(w.array)
	case w.pieces[records.OtherValue] > 0 && cmp.Or(f.values, kinds[0]) == kinds[0]:
		return "arrays are not records without --values arrays"
	case w.openers > w.total && !f.Concatenated:
		return "records seem to span several lines; use --concatenated"
	case w.pieces[records.TooLong] > 0:
		return "records that are longer than 64 MiB, or than N with --max-record N, are not recovered"
	case w.objects.records > w.total && !f.recognizes():
		what := "--members or --schema"
		if names, _ := w.objects.learnt(); len(names) > 0 {
			what = memberFlag(names)
		}
		return "objects after other text may be values in damaged records; if they are records, use " + what
	case w.total == 0 && w.rest.at > 0 && !f.Concatenated && w.repairs() == "":
		return "a record must be on one line; a single document that was cut off can be completed by jsonlint complete"
	}
	return ""
}
