package quarantine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

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
	return name != outputs.Standard && (same(n.Good, name) || same(n.Bad, name) || same(n.Report, name))
}

// IncludeStandard reports whether one of the outputs is standard output.
func (n Names) IncludeStandard() bool {
	return n.Good == outputs.Standard || n.Bad == outputs.Standard || n.Report == outputs.Standard
}

// Stream reports whether one of the outputs is written directly, because it is standard output, a device or a pipe.
func (n Names) Stream() bool {
	return slices.ContainsFunc([]string{n.Good, n.Bad, n.Report}, func(name string) bool {
		info, err := os.Stat(name)
		return name == outputs.Standard || err == nil && !info.Mode().IsRegular()
	})
}

// same reports whether two names are those of the same output or file.
func same(a, b string) bool {
	switch {
	case a == "" || b == "":
		return false
	case a == outputs.Standard || b == outputs.Standard:
		return a == b
	}
	return outputs.Same(a, b)
}

// A Run writes the outputs. They appear completely or not at all, when Commit is called.
type Run struct {
	set               outputs.Set
	good, bad, report *output
	ledger            *shards.Ledger
	failed            bool // Divide has returned an error

	// Observe has functions that are called while Divide runs. It may be set before the first call of Divide.
	Observe Observer

	// Objects means that only objects are good records. It may be changed before each call of Divide.
	Objects bool
}

// An Observer has functions that are called with what has been found, except those that are nil.
type Observer struct {
	Bad  func(severity, rule, kind string) // called for each bad record
	File func(records int64)               // called for each file with the number of its records
}

// Begin creates the outputs. The outputs that are called [outputs.Standard] are written to stdout.
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
	if r.report.to == nil {
		r.ledger = shards.NewLedger(nil)
	} else {
		r.ledger = shards.NewLedger(r.report)
	}
	return nil
}

func (r *Run) open(name string, stdout io.Writer) (*output, error) {
	if name == "" {
		return &output{}, nil
	}
	to, err := r.set.Open(name, stdout)
	if err != nil {
		return nil, err
	}
	if name == outputs.Standard {
		name = "standard output"
	}
	return &output{name: name, to: to}, nil
}

// Divide divides the records of an input with the given name, and returns the report on its findings.
// All inputs must have the same dialect. If concatenated is set, each record may span several lines.
// Records with findings of the severity failOn, or a more severe one, are bad. After an error, the only
// method that may be called is Abort.
func (r *Run) Divide(ctx context.Context, name string, in io.Reader, dialect lint.Dialect, concatenated bool, l *lint.Linter, failOn lint.Severity) (*lint.Report, error) {
	r.failed = true // until this input is complete
	report, sums, err := shards.Check(ctx, in, shards.Piece{To: shards.Open}, shards.Options{
		Linter: l, Dialect: dialect, Concatenated: concatenated, Objects: r.Objects, FailOn: failOn, Good: r.good, Bad: r.bad,
		Begin:  func(marked bool) error { return r.BeginFile(name, dialect, marked) },
		Record: r.Record,
	})
	if err == nil {
		err = r.ledger.EndPiece(&sums)
	}
	if err == nil {
		_, err = r.ledger.EndFile()
	}
	if err != nil {
		return report, cause(err)
	}
	r.failed = false
	if r.Observe.File != nil {
		r.Observe.File(sums.Records)
	}
	return report, nil
}

// Record reports a bad record of the current piece of an input.
func (r *Run) Record(rec *shards.Record) error {
	if r.Observe.Bad != nil {
		r.Observe.Bad(rec.Severity.String(), rec.Rule, rec.Kind)
	}
	return r.ledger.Record(rec)
}

// BeginFile begins an input that has been checked in pieces. For each piece, Record and then EndPiece must be called,
// and EndFile after the last one. The byte order mark of the input goes to bad.
func (r *Run) BeginFile(name string, dialect lint.Dialect, marked bool) error {
	if err := r.ledger.BeginFile(name, dialect, marked); err != nil {
		return err
	}
	joins := shards.Joins(dialect)
	r.good.Begin(joins)
	r.bad.Begin(joins)
	if !marked {
		return nil
	}
	const mark = "\uFEFF"
	r.good.Skip(int64(len(mark)))
	_, err := r.bad.Write([]byte(mark))
	return err
}

// EndPiece ends a piece of an input. The readers return the records of the piece for the outputs. They are not used if
// there is no such output.
func (r *Run) EndPiece(s *shards.Sums, good, bad io.Reader) error {
	for _, o := range []struct {
		to   *output
		from io.Reader
		size int64
	}{{r.good, good, s.GoodBytes}, {r.bad, bad, s.BadBytes}} {
		if o.to.to == nil {
			continue
		}
		if _, err := io.CopyN(o.to, o.from, o.size); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return cause(err)
		}
	}
	return cause(r.ledger.EndPiece(s))
}

// EndFile ends an input that has been checked in pieces.
func (r *Run) EndFile() error {
	_, err := r.ledger.EndFile()
	return cause(err)
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

// Commit completes the outputs. It returns how many records are good and bad. After an error, Abort
// must be called.
func (r *Run) Commit() (good, bad int64, err error) {
	total, err := r.ledger.End()
	if err != nil {
		return 0, 0, cause(err)
	}
	for _, o := range []*output{r.good, r.bad, r.report} {
		if err := o.close(); err != nil {
			return 0, 0, err
		}
	}
	return total.Records - total.Bad, total.Bad, r.set.Commit()
}

// Abort removes the outputs, unless Commit has succeeded. Any goroutine may call it.
func (r *Run) Abort() error { return r.set.Abort() }

// Kept returns the names of the outputs that a failed call of Commit has kept nevertheless.
func (r *Run) Kept() []string { return r.set.Kept() }
