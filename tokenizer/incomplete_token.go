package tokenizer

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// A stream may be cut within a token. What there is of it is scanned, and what is still needed
// of it is read, as often as it takes. Of errors, too, all must be there that they depend on.

// take scans the token that begins with c, and reads on for it if need be. It returns where
// it begins, or false and sets t.err.
func (t *Tokenizer) take(c byte) (begin int, ok bool) {
	s := &t.scanner
	if t.buffer == nil {
		begin = s.Pos
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
			t.fill(s.MaxToken + 1)
		case restOfWord:
			t.fillWord()
		case restOfLongToken:
			t.fail(errLongToken)
			return 0, false
		case restOfError:
			t.fillTo(fault.Offset + fault.Length + scan.Lookahead)
		}
	}
}

// A need is what must be read before a token, or a fault, is one for sure.
type need uint8

const (
	nothing need = iota
	restOfString
	restOfWord      // a number or literal
	restOfLongToken // that need not be had as a whole
	restOfError
)

// longToken is the length in bytes from which a token is very long.
const longToken = 2 << 20

// errLongToken ends readAll at such a token. It does not leave this package.
var errLongToken = errors.New("tokenizer: a checker must go on")

// needs judges what the scanner has made of the token at begin. If nothing more is needed
// and it can't be handed out, it sets t.err.
func (t *Tokenizer) needs(c byte, begin int, ok bool) need {
	f, s := t.buffer, &t.scanner
	isCut := ok && s.Pos == len(s.Src) && syntax.LooksNumeric(c) || !ok && s.IsCut()
	length := s.Pos - begin
	if isCut {
		length = len(s.Src) - begin
	}
	switch {
	case isCut && f.err == nil && t.inspector.yields && length > longToken:
		return restOfLongToken
	case (ok || isCut) && length > s.MaxToken && !s.Positions.Whole:
		s.Fault = scan.Fault{Kind: scan.TokenTooLong, Offset: begin, Length: 1, Related: place.NoPlace}
		t.failHere()
	case ok && (!isCut || f.err == io.EOF):
	case !ok && (f.err == io.EOF || s.IsCertain()):
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
		t.failHere() // and nothing that comes could mend it
	}
	return nothing
}

// fillTo reads until src has n bytes, or ends. There may be another error shortly behind this
// one, so memory is for more: it is not moved for each of them.
func (t *Tokenizer) fillTo(n int) {
	n -= t.scanner.Pos
	for t.buffer.err == nil && len(t.scanner.Src)-t.scanner.Pos < n {
		t.fill(max(n, min(2*n, t.scanner.MaxToken)))
	}
}

// fillWord reads until there is an end of the number or literal before which the scanner
// stands, or twice as much of it. So it takes linear time, whatever the pieces.
func (t *Tokenizer) fillWord() {
	s := &t.scanner
	seen := len(s.Src) - s.Pos
	for most := 2 * seen; t.buffer.err == nil && seen < most && seen <= s.MaxToken; {
		t.fill(s.MaxToken + 1)
		for seen < len(s.Src)-s.Pos {
			if !syntax.LooksNumeric(s.Src[s.Pos+seen]) {
				return
			}
			seen++
		}
	}
}
