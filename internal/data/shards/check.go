package shards

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
)

// Options define how [Check] checks a piece.
type Options struct {
	Linter       *lint.Linter
	Dialect      lint.Dialect  // the dialect of Linter, which is [lint.NDJSON] or [lint.JSONSeq]
	Concatenated bool          // as in [lint.Division]
	Objects      bool          // as in [lint.Division]
	FailOn       lint.Severity // as in [lint.Division]

	// Good and Bad receive the records, as in [records.Split]. They may be nil.
	Good, Bad io.Writer

	// Begin is called before the first call of Record; it may be nil. The parameter mark means that the
	// file begins with a byte order mark.
	Begin func(mark bool) error

	// Record is called for each bad record, in order; it may be nil. It must not keep the record.
	Record func(*Record) error
}

// IsDivisible reports whether a file can be divided into several pieces. If it cannot, the first piece
// must be replaced by the whole file, and all others must be ignored. The parameter head is the start of
// the file, up to [HeadSize] bytes.
//
// Only lines can be found by starting anywhere. If the first line shows that a file has another format or
// encoding, such as UTF-16, it is not divided either, because its other lines are not checked.
func (o *Options) IsDivisible(head []byte) bool {
	const beginnings = "PBS%(" // first characters of formats whose magic number is ASCII; see checkFormat in package lint
	head = bytes.TrimPrefix(head[:min(len(head), HeadSize)], []byte(byteOrderMark))
	if o.Concatenated || o.Dialect != lint.NDJSON {
		return false
	}
	return len(head) == 0 || '\t' <= head[0] && head[0] <= '~' && strings.IndexByte(beginnings, head[0]) < 0 && bytes.IndexByte(head, 0) < 0
}

// HeadSize is the length in bytes of the start of a file that [Options.IsDivisible] examines.
const HeadSize = 4096

const byteOrderMark = "\uFEFF"

// Check checks a piece. The reader r returns the (decompressed) file from [Piece.Begin] on. Check does not
// read much more of it than needed. A file in JSON text sequences or concatenated values must be checked as
// one piece.
//
// Check also returns the findings, with positions that count from the start of the piece, or in other
// pieces than the first, from the line feed before it. It returns the errors of r, of ctx, and of the
// functions in the options. Memory and goroutines are those of [lint.Linter.Split], except that reading
// does not continue after the piece.
func Check(ctx context.Context, r io.Reader, p Piece, o Options) (*lint.Report, Sums, error) {
	c := &check{Options: o, piece: p, text: newText(r, p)}
	if p.From > 0 {
		c.before = 1 // the line feed before the first record
	}
	in, err := c.begin()
	if err != nil {
		return nil, Sums{}, err
	}
	report, totals, err := o.Linter.Split(ctx, in, c.division())
	if err != nil {
		return report, Sums{}, err
	}
	return report, c.sums(report, totals), nil
}

// A check is a call of Check.
type check struct {
	Options
	piece  Piece
	text   *text
	before int64 // number of bytes and lines of the text that are before the piece
	good   last
	bad    last

	current Record // the bad record that is being passed on
}

// begin reads the start of the text, and returns a reader for the whole text.
func (c *check) begin() (io.Reader, error) {
	head, err := io.ReadAll(io.LimitReader(c.text, markLength)) // not ReadFull, which hides an ErrUnexpectedEOF of the reader
	if err == nil && c.Begin != nil {
		err = c.Begin(c.piece.From == 0 && string(head) == byteOrderMark)
	}
	return io.MultiReader(bytes.NewReader(head), c.text), err
}

// division returns the parameters for the linter.
func (c *check) division() lint.Division {
	c.good = last{to: c.Good, skip: c.before}
	c.bad = last{to: c.Bad}
	return lint.Division{Good: &c.good, Bad: &c.bad, Concatenated: c.Concatenated, Objects: c.Objects, FailOn: c.FailOn, Report: c.record, Brief: true}
}

// record passes on a bad record.
func (c *check) record(r *records.Rejected, d lint.Diagnostic) error {
	if c.Record == nil {
		return nil
	}
	start := c.text.start
	c.current = Record{
		Number: r.Number, Line: int64(d.Start.Line) - c.before, Column: int64(d.Start.Rune),
		Offset: start + d.Offset, Length: d.Length,
		Severity: d.Severity, Rule: d.Rule, Kind: d.Code, Message: messageOf(&d, c.before), Pointer: d.Pointer, HasPointer: d.HasPointer,
		Start: start + r.Start, Size: r.Length, Place: r.Place, Inserted: r.Inserted,
	}
	return c.Record(&c.current)
}

// sums returns the sums of the piece.
func (c *check) sums(r *lint.Report, t records.Totals) Sums {
	s := Sums{
		Start: c.text.start + c.before, Lines: c.text.lines - c.before,
		GoodOpen: c.good.open, BadOpen: c.bad.open,
		Errors: int64(r.Count(lint.Error)), Warnings: int64(r.Count(lint.Warning)), Infos: int64(r.Count(lint.Info)),
	}
	s.Totals = Totals{Records: t.Records, Bad: t.Bad, Bytes: t.Bytes - c.before, GoodBytes: t.GoodBytes - c.before, BadBytes: t.BadBytes}
	if c.text.size == 0 && c.before > 0 { // no record begins in the piece
		return Sums{Start: c.piece.From}
	}
	return s
}

// last is a writer that remembers whether the last byte is a line feed. It does not pass on the first
// bytes.
type last struct {
	to   io.Writer // or nil
	skip int64
	open bool
}

func (l *last) Write(p []byte) (n int, err error) {
	n = len(p)
	if n > 0 {
		l.open = p[n-1] != '\n'
	}
	skipped := min(l.skip, int64(n))
	l.skip -= skipped
	if l.to == nil || skipped == int64(n) {
		return n, nil
	}
	m, err := l.to.Write(p[skipped:])
	return m + int(skipped), err
}
