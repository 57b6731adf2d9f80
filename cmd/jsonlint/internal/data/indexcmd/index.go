package indexcmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/data/recordindex"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/files/joblog"
	"github.com/assayjson/assay/lint"
)

// Index returns the subcommand index.
func Index() command.Command {
	return command.Command{
		Command: cli.Command{Name: "index", Args: "[flags] FILE ...", Doc: "write an index of the records of NDJSON files, check what was appended, or list invalid records", Program: indexProgram},
		Run:     indexFiles,
	}
}

// indexFlags holds the command line of jsonlint index.
type indexFlags struct {
	*command.Flags
	since, full, listBad, check bool
	format                      string
}

// indexFormats are the values of --format.
var indexFormats = []string{"text", "ndjson"}

func indexProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " index",
		Synopsis: []string{"[flags] FILE ..."},
		About: "Checks NDJSON files and writes an index of the records of each FILE to FILE" + indexSuffix + ", from which jsonlint get FILE:N finds a record without reading what is before it. " +
			"Files that end in .gz or .zst are decompressed, and can be read from the start of each gzip member or zstd frame. " +
			"A record is bad if it is not valid JSON; rules, schemas and settings have no effect. An index that is damaged, or that belongs to an earlier version of FILE, is never used. " +
			"The index appears completely or not at all. docs/reference/quarantine.md shows how to use it, and docs/reference/index-format.md describes the format.",
		Groups: command.Groups(new(indexFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "no record is bad; with --since, no new record; with --check, the index is current"},
			{Code: command.StatusFindings, Doc: "there are bad records; with --check, the index is missing, damaged or out of date"},
			{Code: command.StatusTrouble, Doc: "invalid usage, an input or output error, or, with --since, a file that has not only grown"},
		},
	}
}

// options returns the table of flags of jsonlint index.
func (f *indexFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "What to do", Options: []command.Option{
			{Option: cli.Option{Name: "since", Doc: "check only what was appended since FILE was indexed, print the bad records in it, and update the index; if there is no index, check and index all of FILE"}, Set: command.Toggle(command.Field(&f.since))},
			{Option: cli.Option{Name: "list-bad", Doc: "print the bad records; they come from the index if it is current, and otherwise FILE is indexed first"}, Set: command.Toggle(command.Field(&f.listBad))},
			{Option: cli.Option{Name: "check", Doc: "only check that the index is undamaged and current"}, Set: command.Toggle(command.Field(&f.check))},
			{Option: cli.Option{Name: "full", Doc: "with --since or --check, compare all of the old text with its checksums, not only samples"}, Set: command.Toggle(command.Field(&f.full))},
		}},
		{Title: "Printing bad records", Options: []command.Option{
			{Option: cli.Option{Name: "format", Arg: "NAME", Values: indexFormats, Doc: "print one line of text (text, the default) or a JSON object (ndjson) for each bad record"}, Set: command.Word(command.Field(&f.format), indexFormats...)},
		}},
		{Title: "Other flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress", "metrics-addr"), indexDebug())},
	}
}

// indexDebug returns the flags --debug and --help of a command that uses indexes.
func indexDebug() []command.Option {
	all := command.Pick(command.SettingOptions(), "debug", "help")
	all[0].Doc = "print why an index is not used, and a stack trace after an internal error"
	return all
}

// parseIndex parses the command line of jsonlint index.
func parseIndex(args []string) (f *indexFlags, err error) {
	f = new(indexFlags)
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	switch {
	case len(f.Exclude) > 0:
		return nil, fmt.Errorf("%q cannot be excluded; index reads only the files that are named", f.Exclude[0])
	case len(f.Paths) == 0:
		return nil, errors.New("index requires a file")
	case f.check && (f.since || f.listBad), f.since && f.listBad:
		return nil, errors.New("only one of --since, --list-bad and --check can be used")
	case f.full && !f.check && !f.since:
		return nil, errors.New("--full requires --since or --check")
	case f.format != "" && !f.listBad && !f.since:
		return nil, errors.New("--format requires --list-bad or --since")
	}
	return f, nil
}

// An indexer writes or uses the indexes of files.
type indexer struct {
	flags *indexFlags
	std   command.Stdio
	out   *bufio.Writer  // to standard output
	bar   *progress.Bar  // or nil
	meter *metrics.Meter // or nil
}

// indexFiles writes or uses the indexes of files.
func indexFiles(args []string, std command.Stdio) (status int, err error) {
	f, err := parseIndex(args)
	if err != nil {
		return std.BadUsage(err, indexProgram())
	}
	i := &indexer{flags: f, std: std, out: bufio.NewWriter(std.Out), bar: f.StartBar(std, f.since || f.listBad, f.Paths...)}
	defer i.bar.Stop()
	if i.meter, err = f.StartMetrics(std, i.bar, true); err != nil {
		return command.StatusTrouble, err
	}
	defer i.meter.End()
	for _, name := range f.Paths {
		var set outputs.Set
		var failed error // an error of standard output
		one, err := set.Guard(func() (status int, err error) {
			err = crash.Catch(func() (err error) {
				status, failed, err = i.indexFile(&set, name)
				return err
			})
			return status, err
		})
		if errors.Is(err, outputs.ErrInterrupted) { // the function above may still be running
			return command.StatusTrouble, fmt.Errorf("%w; no index has been written for %s", err, report.Path(name))
		}
		i.bar.Clear()
		if failed = cmp.Or(failed, i.out.Flush()); failed != nil {
			return command.StatusTrouble, errors.Join(failed, set.Abort())
		}
		aborted := set.Abort() // does nothing if the index has been written
		if err != nil || aborted != nil {
			std.Trouble(name, command.Recoverable(errors.Join(err, aborted), name))
			i.meter.File(&report.File{Trouble: cmp.Or(err, aborted)})
			one = command.StatusTrouble
		}
		status = max(status, one)
	}
	return status, nil
}

// indexFile writes or uses the index of a file. The error output is one of standard output.
func (i *indexer) indexFile(set *outputs.Set, name string) (status int, output, err error) {
	switch dialect, _ := lint.DialectOf(input.Unpacked(name)); {
	case name == input.Stdin:
		return 0, nil, errors.New("standard input cannot have an index")
	case store.Is(name):
		return 0, nil, errors.New("is an object, and only files can have an index; records of objects are read without an index")
	case strings.HasSuffix(name, indexSuffix):
		return 0, nil, errors.New("is an index")
	case !isLines(dialect):
		return 0, nil, fmt.Errorf("is not NDJSON but %v, by its name; only NDJSON files can have an index", dialect)
	}
	file, err := openIndexed(name)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	defer file.countIn(i.bar)()
	switch {
	case i.flags.check:
		return i.check(file), nil, nil
	case i.flags.listBad:
		return i.listBad(set, file)
	case i.flags.since:
		return i.indexSince(set, file)
	}
	if err := file.build(set); err != nil {
		return 0, nil, err
	}
	x, err := file.openIndex()
	if err == nil {
		err = i.count(x, 0)
	}
	if err != nil {
		return 0, nil, err
	}
	i.summarize(file, x)
	return badStatus(x.Info().Bad), nil, nil
}

// count counts the records of a file, and the bad ones that begin at an offset or later, for the metrics.
func (i *indexer) count(x *recordindex.Index, from int64) error {
	if i.meter == nil {
		return nil
	}
	i.meter.Records(x.Info().Records)
	for bad, err := range x.Bad(from) {
		if err != nil {
			return err
		}
		i.meter.BadRecord(lint.Error.String(), "syntax", bad.Kind)
	}
	return nil
}

// badStatus returns the exit status for a number of bad records.
func badStatus(bad int64) int {
	if bad > 0 {
		return command.StatusFindings
	}
	return command.StatusValid
}

// summarize prints a summary of an index that has just been written, and warnings.
func (i *indexer) summarize(f *indexedFile, x *recordindex.Index) {
	i.bar.Clear()
	std, info, name := i.std, x.Info(), report.Path(f.Name())
	fmt.Fprintf(std.Err, "%s: %s%s: %s, %d bad\n", command.ProgramName(), name, indexSuffix, report.Count(info.Records, "record"), info.Bad)
	const slow = 16 << 20
	if info.Points == 1 && info.Text > slow {
		what := map[recordindex.Form]string{recordindex.Gzip: "one gzip member", recordindex.Zstd: "one zstd frame"}[info.Form]
		fmt.Fprintf(std.Err, "%s: %s: has only %s, so everything before a record must be decompressed to read it; see docs/reference/quarantine.md\n", command.ProgramName(), name, what)
	}
	switch err := f.hasChanged(); {
	case err != nil:
		std.Trouble(f.Name(), err)
	case !info.Settled && info.ModTime > time.Now().UnixNano():
		fmt.Fprintf(std.Err, "%s: %s: has a modification time in the future, so the index is not used; correct the time, for example with touch, and use: %s index --since %s\n", command.ProgramName(), name, command.ProgramName(), command.InCommand(f.Name()))
	case !info.Settled:
		fmt.Fprintf(std.Err, "%s: %s: was changed only a moment ago, so the index is not used until it has been updated by: %s index --since %s\n", command.ProgramName(), name, command.ProgramName(), command.InCommand(f.Name()))
	}
}

// check reports whether the index is undamaged and current.
func (i *indexer) check(f *indexedFile) (status int) {
	x, err := f.openIndex()
	hasGrown := false
	if err == nil {
		if err = x.Current(&f.source); err != nil {
			hasGrown = x.HasGrown(context.Background(), &f.source)
		}
	}
	if err == nil {
		err = x.Check()
	}
	if err == nil && i.flags.full {
		err = x.Verify(context.Background(), &f.source)
	}
	if err != nil {
		i.bar.Clear()
		var stale *recordindex.StaleError
		switch err = input.Cause(err); {
		case !errors.As(err, &stale):
		case hasGrown:
			err = fmt.Errorf("%w; to update the index, use: %s index --since %s", err, command.ProgramName(), command.InCommand(f.Name()))
		default:
			err = indexAgain(err, f.Name())
		}
		i.std.Trouble(f.Name(), err)
		return command.StatusFindings
	}
	return command.StatusValid
}

// listBad prints the bad records of the index, which is written first if it is not current.
func (i *indexer) listBad(set *outputs.Set, file *indexedFile) (status int, output, err error) {
	x, err := file.openIndex()
	if err == nil {
		err = x.Current(&file.source)
	}
	if err == nil {
		n, output, err := i.printBad(x, file.Name(), 0)
		return badStatus(n), output, err
	}
	if i.std.Debug {
		i.bar.Clear()
		fmt.Fprintf(i.std.Err, "%s: %s: all of it is indexed: %s\n", command.ProgramName(), report.Path(file.Name()), report.Line(err.Error()))
	}
	if err := file.build(set); err != nil {
		return 0, nil, err
	}
	return i.printNew(file, 0)
}

// indexSince checks what was appended to a file.
func (i *indexer) indexSince(set *outputs.Set, file *indexedFile) (status int, output, err error) {
	x, err := file.openIndex()
	from := int64(0)
	switch {
	case errors.Is(err, errNoIndex):
		err = file.build(set)
	case err == nil:
		from, err = file.extend(set, x, i.flags.full)
	}
	var stale *recordindex.StaleError
	var damaged *recordindex.Error
	switch {
	case errors.As(err, &stale), errors.As(err, &damaged):
		return 0, nil, indexAgain(err, file.Name())
	case err != nil:
		return 0, nil, err
	}
	return i.printNew(file, from)
}

// indexAgain adds to an error that the index must be made anew.
func indexAgain(err error, name string) error {
	return fmt.Errorf("%w; to index all of the file again, use: %s index %s", err, command.ProgramName(), command.InCommand(name))
}

// printNew prints the bad records that begin at an offset or later, from an index that has just been written, and a
// summary.
func (i *indexer) printNew(file *indexedFile, from int64) (status int, output, err error) {
	x, err := file.openIndex()
	if err != nil {
		return 0, nil, err
	}
	n, output, err := i.printBad(x, file.Name(), from)
	if output = cmp.Or(output, i.out.Flush()); output == nil && err == nil {
		i.summarize(file, x)
	}
	return badStatus(n), output, err
}

// printBad prints the bad records that begin at an offset or later, and returns their number. The error output is one
// of standard output.
func (i *indexer) printBad(x *recordindex.Index, name string, from int64) (n int64, output, err error) {
	lines := encode.NewWriter(joblog.NewWriter(i.out), encode.Options{Records: true, Strings: escape.Options{Invalid: escape.Replace, JS: true}})
	i.meter.Records(x.Info().Records)
	i.bar.Clear()
	for bad, err := range x.Bad(from) {
		if err != nil {
			return n, lines.Flush(), err
		}
		n++
		i.meter.BadRecord(lint.Error.String(), "syntax", bad.Kind)
		if i.flags.format == "ndjson" {
			writeBad(lines, name, bad)
		} else {
			_, output = fmt.Fprintf(i.out, "%s:%d:%d: %s (record %d)\n", report.Path(name), bad.Line, bad.Column, bad.Kind, bad.Record)
		}
		if output = cmp.Or(output, lines.Err()); output != nil {
			return n, output, nil
		}
	}
	return n, lines.Flush(), nil
}

// writeBad writes a bad record as a JSON object. The names are those of the report of --report.
func writeBad(w *encode.Writer, name string, bad recordindex.Bad) {
	w.BeginObject()
	w.Name("file")
	w.String(name)
	number := func(name string, n int64) {
		w.Name(name)
		w.Int(n)
	}
	number("record", bad.Record)
	number("line", bad.Line)
	number("column", bad.Column)
	number("offset", bad.Error)
	w.Name("kind")
	w.String(bad.Kind)
	number("record_offset", bad.Offset)
	w.EndObject()
}
