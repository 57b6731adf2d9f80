package shards

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/lint"
)

// A Ledger adds up the pieces of the inputs, in order, and writes the report. An input begins with
// BeginFile and ends with EndFile. In between, the bad records of each piece are passed to Record, and
// then its sums to EndPiece.
type Ledger struct {
	LedgerState
	report *report
}

// A LedgerState is what a [Ledger] knows between two pieces. The zero value is that at the start. Its fields are exported for
// encoders; callers need only Good and Bad.
type LedgerState struct {
	// Good and Bad are the outputs. Their positions are known even if nothing is written.
	Good, Bad Side

	Dialect lint.Dialect
	Files   int64
	Total   Totals // of the inputs before

	Name  string // the input
	Moved int64  // length of the byte order mark that has been moved to bad
	At    Totals // of the pieces before
	Lines int64  // line feeds in the pieces before
}

// NewLedger returns a Ledger that writes the report to w. If w is nil, it only counts.
func NewLedger(w io.Writer) *Ledger { return new(LedgerState).Resume(w) }

// Resume returns a Ledger that continues where another one was, and writes the rest of the report to w.
func (s *LedgerState) Resume(w io.Writer) *Ledger { return &Ledger{*s, newReport(w)} }

// Flush writes the report as far as it is known. End does so, too.
func (l *Ledger) Flush() error {
	if l.report == nil {
		return nil
	}
	return l.report.flush()
}

// Joins reports whether files in the given dialect can be joined as they are, because each text of a
// sequence begins with a separator.
func Joins(dialect lint.Dialect) bool { return dialect == lint.JSONSeq }

// BeginFile begins an input. All inputs must have the same dialect. The parameter mark means that the
// input begins with a byte order mark, which goes to the bad output: programs that load the good one would take it
// for a part of the first record.
func (l *Ledger) BeginFile(name string, dialect lint.Dialect, mark bool) error {
	if l.Files > 0 && dialect != l.Dialect {
		return fmt.Errorf("is read in the dialect %v, but earlier files were read in the dialect %v; divide them separately", dialect, l.Dialect)
	}
	l.Files++
	l.Dialect, l.Name = dialect, name
	l.At, l.Lines, l.Moved = Totals{}, 0, 0
	joins := Joins(dialect)
	l.Good.Begin(joins)
	l.Bad.Begin(joins)
	if !mark {
		return nil
	}
	l.Moved = markLength
	l.Good.Skip(markLength)
	l.Bad.Add(markLength, true)
	return l.report.mark(name, l.Bad.Start)
}

// Record reports a bad record of the current piece.
func (l *Ledger) Record(r *Record) error {
	return l.report.record(l.Name, r, l.At.Records, l.Lines, l.Bad.Start+l.Moved+l.At.BadBytes+r.Place)
}

// EndPiece ends a piece. A piece without records may begin anywhere; any other piece must begin where the
// one before it has ended.
func (l *Ledger) EndPiece(s *Sums) error {
	if s.Bytes > 0 && s.Start != l.At.Bytes {
		return fmt.Errorf("a piece begins at byte %d, but the one before it ends at byte %d", s.Start, l.At.Bytes)
	}
	l.Good.Add(s.GoodBytes, s.GoodOpen)
	l.Bad.Add(s.BadBytes, s.BadOpen)
	l.At.add(s.Totals)
	l.Lines += s.Lines
	return nil
}

// EndFile ends an input, and returns its length in bytes.
func (l *Ledger) EndFile() (size int64, err error) {
	t := l.At
	t.GoodBytes -= l.Moved
	t.BadBytes += l.Moved
	l.Total.add(t)
	return t.Bytes, l.report.file(l.Name, t, l.Good.Written-t.GoodBytes, l.Bad.Written-t.BadBytes)
}

// End ends the report, and returns the totals of all inputs.
func (l *Ledger) End() (Totals, error) {
	t := l.Total
	t.GoodBytes, t.BadBytes = l.Good.Written, l.Bad.Written
	return t, l.report.total(l.Files, t)
}
