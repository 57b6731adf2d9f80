package tokenizer

import (
	"io"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// The part of a stream that is in memory may end inside a token. The scanner scans the part of the
// token that is in memory, and more input is read until the token is complete. In the same way,
// more input is read until all text that an error depends on is in memory.

// take scans the token that starts with c, and reads more input for it if necessary. It returns the
// offset of the token in src. If there is an error, it sets t.err and returns false.
func (t *Tokenizer) take(c byte) (begin int, ok bool) {
	s := &t.scanner
	if t.buffer == nil {
		begin = s.Pos
		if c == '"' && begin == 0 && !t.walk.inspector.wanted && (index.IsScalar(s.Src) || index.IsString(s.Src)) {
			s.Pos = len(s.Src)
			s.ValueDone()
			return begin, true
		}
		if !s.Token(c) {
			t.failHere()
		}
		return begin, t.err == nil
	}
	for {
		a := attempt{s.State, s.Tally.Tally, s.Pos, c}
		ok := s.Token(c)
		more := t.needs(c, a.begin, ok)
		if more == nothing {
			s.Positions.InString = s.Positions.InString && !ok
			if t.mode.keepGoing {
				t.keepGoing(a)
			}
			return a.begin, ok && t.err == nil
		}
		fault, resume := s.Fault, s.Resume
		s.GoBack(a.state, a.begin, a.tally)
		switch more {
		case restOfString:
			s.From = resume
			t.buffer.fill(s.MaxToken + 1)
		case restOfWord:
			t.buffer.fillWord()
		case restOfError:
			t.buffer.fillTo(fault.Offset + fault.Length + flaw.Lookahead)
		}
	}
}

// A need is what must be read before a token or an error is certain.
type need uint8

const (
	nothing need = iota
	restOfString
	restOfWord // the rest of a number or literal
	restOfError
)

// needs returns what must be read until the token at offset begin is certain. The scanner has just
// scanned that token. If nothing more is needed, but the token cannot be returned, needs sets
// t.err.
func (t *Tokenizer) needs(c byte, begin int, ok bool) need {
	f, s := t.buffer, &t.scanner
	isCut := ok && s.Pos == len(s.Src) && syntax.LooksNumeric(c) || !ok && s.Fault.IsCut(len(s.Src))
	length := s.Pos - begin
	if isCut {
		length = len(s.Src) - begin
	}
	switch {
	case (ok || isCut) && length > s.MaxToken && !s.Positions.Whole:
		s.Fault = scan.Fault{Kind: flaw.TokenTooLong, Offset: begin, Length: 1, Related: place.NoPlace}
		t.failHere()
	case ok && (!isCut || f.err == io.EOF):
	case !ok && (f.err == io.EOF || s.Fault.IsCertain(len(s.Src))):
		t.failHere()
	case f.err == nil && !isCut:
		return restOfError
	case f.err == nil && c == '"':
		return restOfString
	case f.err == nil:
		return restOfWord
	case isCut || f.err == errLimit:
		t.stop()
	default:
		t.failHere() // no further input could remove the error
	}
	return nothing
}

// keepGoing updates t.recovery after an attempt, and recovers if there was an error. If that error is likely to follow from the
// last one, keepGoing discards it.
func (t *Tokenizer) keepGoing(a attempt) {
	r := &t.recovery
	switch {
	case t.err == nil:
		r.recovered(a.c)
	case r.pending && !r.ends:
		if isCounted := t.err != errFollows; r.recover(a, t.walk.index != nil) {
			if isCounted {
				r.reported--
			}
			t.err, r.pending = nil, false
		}
	}
}
