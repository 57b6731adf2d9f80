package quarantine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
)

// Standard is the name that stands for standard output.
const Standard = "-"

// Names are the names of the outputs. An empty name means that there is no such output. If a name
// ends in .gz or .zst, the output is compressed.
type Names struct{ Good, Bad, Report string }

// Check returns an error if two outputs have the same name.
func (n Names) Check() error {
	for _, pair := range [][2]string{{n.Good, n.Bad}, {n.Good, n.Report}, {n.Bad, n.Report}} {
		if same(pair[0], pair[1]) {
			return fmt.Errorf("--good-to, --bad-to and --report must be different files, but two of them are %s", pair[0])
		}
	}
	return nil
}

// Include reports whether one of the outputs is the file with the given name.
func (n Names) Include(name string) bool {
	return name != Standard && (same(n.Good, name) || same(n.Bad, name) || same(n.Report, name))
}

// same reports whether two names are those of the same output or file.
func same(a, b string) bool {
	switch {
	case a == "" || b == "":
		return false
	case a == Standard || b == Standard:
		return a == b
	}
	return outputs.Same(a, b)
}

// A Run writes the outputs. They appear completely or not at all, when Commit is called.
type Run struct {
	set               outputs.Set
	good, bad, report *output
	count             counts
	files             int
	failed            bool // Divide has returned an error
	dialect           lint.Dialect
	lines             *encode.Writer // writes the report; nil if there is none
}

// counts are the numbers in the report about one input or about all of them.
type counts struct {
	records, bad        int64
	bytes               int64
	goodBytes, badBytes int64
}

// Begin creates the outputs. The outputs that are called [Standard] are written to stdout.
func Begin(n Names, stdout io.Writer) (*Run, error) {
	r := &Run{}
	if err := r.begin(n, stdout); err != nil {
		return nil, err
	}
	return r, nil
}

// Guard is like Begin, but passes the Run to f. It calls f as [outputs.Set.Guard] does.
func Guard(n Names, stdout io.Writer, f func(*Run) (status int, err error)) (status int, err error) {
	r := &Run{}
	return r.set.Guard(func() (status int, err error) {
		if err := r.begin(n, stdout); err != nil {
			return 0, err
		}
		return f(r)
	})
}

// begin creates the outputs, or none.
func (r *Run) begin(n Names, stdout io.Writer) error {
	for _, o := range []struct {
		to   **output
		name string
	}{{&r.good, n.Good}, {&r.bad, n.Bad}, {&r.report, n.Report}} { // a report is complete only if the other files are in place
		var err error
		if *o.to, err = r.open(o.name, stdout); err != nil {
			return errors.Join(err, r.Abort())
		}
	}
	if r.report.to != nil {
		r.lines = encode.NewWriter(r.report, lineOptions)
	}
	return nil
}

func (r *Run) open(name string, stdout io.Writer) (*output, error) {
	switch name {
	case "":
		return &output{}, nil
	case Standard:
		return newOutput("standard output", stdout)
	}
	w, err := r.set.Create(name)
	if err != nil {
		return nil, err
	}
	return newOutput(name, w)
}

// mark is a byte order mark.
var mark = []byte("\uFEFF")

// Divide divides the records of an input with the given name, and returns the report on its findings.
// All inputs must have the same dialect. If concatenated is set, each record may span several lines.
// Records with findings of the severity failOn, or a more severe one, are bad. After an error, the only
// method that may be called is Abort.
func (r *Run) Divide(ctx context.Context, name string, in io.Reader, dialect lint.Dialect, concatenated bool, l *lint.Linter, failOn lint.Severity) (*lint.Report, error) {
	r.failed = true // until this input is complete
	if r.files > 0 && dialect != r.dialect {
		return nil, fmt.Errorf("is read in the dialect %v, but earlier files were read in the dialect %v; divide them separately", dialect, r.dialect)
	}
	r.files++
	r.dialect = dialect
	joins := dialect == lint.JSONSeq // texts of a sequence begin with a separator, so that files can be joined
	r.good.begin(joins)
	r.bad.begin(joins)
	f := &input{run: r, name: name}
	in, err := f.begin(in)
	if err != nil {
		return nil, err
	}
	report, totals, err := l.Split(ctx, in, lint.Division{Good: r.good, Bad: r.bad, Concatenated: concatenated, FailOn: failOn, Report: f.rejected})
	if err != nil {
		return report, cause(err)
	}
	if err := f.end(totals); err != nil {
		return report, err
	}
	r.failed = false
	return report, nil
}

// Failed reports whether Divide has returned an error.
func (r *Run) Failed() bool { return r.failed }

// cause returns the error of an output if that is the cause of err, and otherwise err.
func cause(err error) error {
	var failed *outputs.Error
	if errors.As(err, &failed) {
		return failed
	}
	return err
}

// An input is one of the inputs of a Run.
type input struct {
	run   *Run
	name  string
	start int64 // length of the byte order mark that has been moved to bad
}

// begin moves the byte order mark of the input to bad, if it would be in the middle of good. It returns
// a reader for the whole input.
func (f *input) begin(in io.Reader) (io.Reader, error) {
	head, err := io.ReadAll(io.LimitReader(in, int64(len(mark)))) // not ReadFull, which hides an ErrUnexpectedEOF of the reader
	switch {
	case err != nil:
		return nil, err
	case bytes.Equal(head, mark) && f.run.good.written > 0:
		if _, err := f.run.bad.Write(mark); err != nil {
			return nil, cause(err)
		}
		f.run.good.skip, f.start = len(mark), int64(len(mark))
		if err := f.run.writeMark(f); err != nil {
			return nil, err
		}
	}
	return io.MultiReader(bytes.NewReader(head), in), nil
}

// rejected reports a bad record.
func (f *input) rejected(r *records.Rejected, d lint.Diagnostic) error {
	return f.run.writeRecord(f, r, &d)
}

// end reports the totals of an input.
func (f *input) end(t records.Totals) error {
	f.run.good.skip = 0
	c := counts{records: t.Records, bad: t.Bad, bytes: t.Bytes, goodBytes: t.GoodBytes - f.start, badBytes: t.BadBytes + f.start}
	all := &f.run.count
	all.records += c.records
	all.bad += c.bad
	all.bytes += c.bytes
	all.goodBytes, all.badBytes = f.run.good.written, f.run.bad.written
	return f.run.writeFile(f, c)
}

// Commit completes the outputs. It returns how many records are good and bad. After an error, Abort
// must be called.
func (r *Run) Commit() (good, bad int64, err error) {
	if err := r.writeTotal(); err != nil {
		return 0, 0, err
	}
	for _, o := range []*output{r.good, r.bad, r.report} {
		if err := o.close(); err != nil {
			return 0, 0, err
		}
	}
	return r.count.records - r.count.bad, r.count.bad, r.set.Commit()
}

// Abort removes the outputs, unless Commit has succeeded. Any goroutine may call it.
func (r *Run) Abort() error { return r.set.Abort() }

// Kept returns the names of the outputs that a failed call of Commit has kept nevertheless.
func (r *Run) Kept() []string { return r.set.Kept() }
