package syntaxerror

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/tokenizer"
)

// New returns the error for a report, or nil if r is nil.
func New(r *flaw.Report) *tokenizer.SyntaxError {
	if r == nil {
		return nil
	}
	e := new(tokenizer.SyntaxError)
	set(e, r)
	return e
}

// set sets all fields of e.
func set(e *tokenizer.SyntaxError, r *flaw.Report) {
	*e = tokenizer.SyntaxError{Offset: r.Offset, Length: r.Length, Kind: tokenizer.ErrorKind(r.Kind), Expected: tokenizer.Expected(r.Expected)}
	*hidden.Of(e) = r
}

// ReportOf returns the report that a [*tokenizer.SyntaxError] was made from, or nil if there is none. There is none if the error is
// nil or of another type, was not made by package tokenizer or this package, or has had its fields changed.
func ReportOf(err error) *flaw.Report {
	e, ok := err.(*tokenizer.SyntaxError)
	if !ok || e == nil {
		return nil
	}
	if r := *hidden.Of(e); r.Describes(e.Offset, e.Length, flaw.ErrorKind(e.Kind)) {
		return r
	}
	return nil
}

// A reported is an error together with its report, in the same piece of memory.
type reported struct {
	tokenizer.SyntaxError
	report flaw.Report
}

// syntaxError sets the fields of e that depend on its report, and returns the error.
func (e *reported) syntaxError() *tokenizer.SyntaxError {
	set(&e.SyntaxError, &e.report)
	return &e.SyntaxError
}

// Copy is like [New], but the error has a copy of the report, which must not be nil.
func Copy(r *flaw.Report) *tokenizer.SyntaxError {
	e := &reported{report: *r}
	return e.syntaxError()
}

// A Maker makes errors for the faults that scanners have found. The zero Maker is ready to use.
type Maker struct {
	unused []reported
	size   int // of the latest piece of memory, in errors
}

// Of returns the error for the fault of s. To save time, a few errors share a piece of memory, which remains in use as long as one
// of them is, unless alone is set.
func (m *Maker) Of(s *scan.Scanner, alone bool) *tokenizer.SyntaxError {
	const most = 16
	var e *reported
	switch {
	case alone:
		e = new(reported)
	case len(m.unused) == 0:
		m.size = min(2*m.size+1, most)
		m.unused = make([]reported, m.size)
		fallthrough
	default:
		e, m.unused = &m.unused[0], m.unused[1:]
	}
	s.SetReport(&e.report)
	return e.syntaxError()
}
