package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Report returns a report on the fault that the scanner has found. The report refers to Src.
func (s *Scanner) Report() *flaw.Report {
	e := new(flaw.Report)
	s.SetReport(e)
	return e
}

// SetReport sets *e, which must be the zero value, to the report that [Scanner.Report] returns.
func (s *Scanner) SetReport(e *flaw.Report) {
	f := &s.Fault
	e.Offset, e.Length, e.Kind, e.Related = int64(f.Offset), f.Length, f.Kind, f.Related
	e.Text, e.IJSON = s.Src, s.IJSON
	e.Container, e.Limit = s.betweenValues(), s.limit(f.Kind)
	if f.Kind == flaw.Truncated || f.Kind == flaw.UnterminatedString || f.Kind == flaw.MismatchedBracket {
		e.Depth = s.Nesting.Depth
	}
	if f.Kind.IsStructural() && !f.insideToken(s.Src, s.State) {
		e.Expected = ExpectedIn[s.State]
	}
	if f.Kind == flaw.TrailingComma {
		e.Expected = flaw.ExpectBracket
		if s.Nesting.InObject() {
			e.Expected = flaw.ExpectBrace
		}
	}
}

// insideToken reports whether src, the input, ends inside a number or literal.
func (f *Fault) insideToken(src []byte, state State) bool {
	if f.Kind != flaw.Truncated || f.Offset == 0 || f.Offset < len(src) {
		return false
	}
	switch state {
	case WantValue, WantFirstElement, WantNextElement:
		return syntax.LooksNumeric(src[f.Offset-1])
	}
	return false
}

// betweenValues reports whether the fault belongs to the innermost container itself, rather than to
// a value in it.
func (s *Scanner) betweenValues() bool {
	switch s.Fault.Kind {
	case flaw.MismatchedBracket, flaw.TrailingComma:
		return true
	case flaw.DuplicateName, flaw.CaseCollision:
		return false
	}
	switch s.State {
	case WantFirstName, WantNextName, AfterElement, AfterMember, WantEnd:
		return true
	case WantFirstElement:
		return s.Fault.Kind == flaw.Truncated && !s.Fault.insideToken(s.Src, s.State)
	}
	return false
}
