package tokenizer

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
)

const mostPointers = 1000

// stop ends the document when there is no more input.
func (t *Tokenizer) stop() {
	s := &t.scanner
	switch f := t.buffer; {
	case f != nil && f.err == errLimit:
		n := len(f.buf)
		s.Src = f.buf[:n+f.over] // the position may depend on the text after the limit
		s.TooLong(n)
		t.failHere()
	case f != nil && f.err != io.EOF:
		t.fail(f.err)
	case !s.End():
		t.failHere()
	default:
		t.fail(io.EOF)
	}
}

// failHere ends the document with an error for the scanner's fault.
func (t *Tokenizer) failHere() {
	s, f := &t.scanner, t.buffer
	if r := &t.recovery; t.mode.keepGoing {
		r.inOrder()
		r.pending, r.ends = true, isLast(s.Fault.Kind)
		if r.unsure && isEnd(s.Fault.Kind) {
			t.fail(io.EOF) // this fault is a consequence of the last error
			r.pending = false
			return
		}
		if at := s.Fault.OffsetIn(s.Positions); !r.ends && at > flaw.DetectedAround && r.follows(at) {
			t.fail(errFollows)
			return
		}
	}
	switch {
	case f == nil:
		t.fail(errorOf(s.Report()))
	case f.positions.Base == 0 && !t.mode.keepGoing:
		t.fail(errorOf(s.EarlyError()))
	default:
		t.walk.leave()
		made := new(streamedError)
		made.report.Set(s)
		e := &made.report.Report
		if r := &t.recovery; r.brackets.unknown || r.reachAt(e.Offset) < flaw.DetectedAround {
			e.Depth = 0 // so that hints do not state more than recovery sees
		}
		if t.recovery.reported++; t.recovery.reported <= mostPointers {
			made.report.SetPointer(&f.trail.Path, s)
		}
		t.recovery.ends = t.recovery.ends || t.mode.keepGoing && explain.Explainer{Report: e}.IsForeign()
		if !t.mode.keepGoing || !e.Kind.IsOfName() { // a duplicate name is valid for the kernels, so the index continues after it
			t.walk.free()
		}
		made.setReport(e)
		t.err = &made.SyntaxError
	}
}

// A streamedError is an error in a stream together with its report.
type streamedError struct {
	SyntaxError
	report scan.StreamReport
}

// fail ends the document with an error.
func (t *Tokenizer) fail(err error) {
	t.walk.free()
	t.err = err
}

// errFollows stands for an error that is not reported, because it follows from the last error. If
// there are many such errors in a row, making each of them would take more time than everything
// else.
var errFollows = errors.New("tokenizer: this follows from the last error")

// isLast reports whether a fault of this kind ends the document, because the text after it cannot
// be interpreted.
func isLast(kind flaw.ErrorKind) bool {
	switch kind {
	case flaw.EmptyInput, flaw.Truncated, flaw.UnterminatedString, flaw.TooDeep, flaw.InputTooLong, flaw.StringTooLong, flaw.NumberTooLong, flaw.TooManyMembers, flaw.TooManyTokens, flaw.TokenTooLong:
		return true
	}
	return false
}

// isEnd reports whether kind means that the input ends too early.
func isEnd(kind flaw.ErrorKind) bool {
	return kind == flaw.Truncated || kind == flaw.UnterminatedString || kind == flaw.EmptyInput
}
