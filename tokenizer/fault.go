package tokenizer

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A fault is where and why the scanner stopped.
type fault struct {
	kind           Kind
	offset, length int
	related        int // offset of a related place, or one of those below
}

// Values of fault.related that are no offsets.
const (
	atOpener = -2 // the innermost open bracket, which is looked for on demand

	// These src does not hold any more.
	atQuote     = -3 // the opening quote of a string
	atFirstName = -4 // the first of two equal names
)

// fail records a fault. Bytes that are not UTF-8 come first: whatever the grammar
// wants at such a place, the encoding is what needs mending.
func (s *scanner) fail(kind Kind, offset, length int) bool {
	if s.failUTF8(offset) {
		return false
	}
	s.pos = offset
	s.fault = fault{kind, offset, length, place.NoPlace}
	if kind == Truncated || kind == MismatchedBracket {
		s.fault.related = atOpener
	}
	return false
}

// failUTF8 records the fault of ill-formed UTF-8 at offset, and reports whether
// there is one.
func (s *scanner) failUTF8(offset int) bool {
	if offset == len(s.src) {
		return false
	}
	n, kind := utf8check.Sequence(s.src[offset:])
	if kind == utf8check.WellFormed {
		return false
	}
	s.pos = offset
	s.fault = fault{Kind(kind), offset, n, place.NoPlace}
	return true
}

// unexpected names the fault of the token at src[pos], which the grammar does not
// want in this state. c is its first byte.
func (s *scanner) unexpected(c byte) bool {
	if c == ']' || c == '}' {
		return s.unexpectedCloser(c)
	}
	kind := UnexpectedToken
	switch s.state {
	case wantValue, wantFirstElement, wantNextElement:
		kind = s.notValue(c)
	case afterElement, afterMember:
		if beginsToken(c) {
			kind = MissingComma
		}
	case wantColon:
		kind = MissingColon
	case wantEnd:
		kind = TrailingData
	}
	length := tokenLen(s.src[s.pos:])
	if kind == LeadingPlus || kind == LeadingPoint {
		length = 1
	}
	return s.fail(kind, s.pos, length)
}

// unexpectedCloser names the fault of a closing bracket.
func (s *scanner) unexpectedCloser(c byte) bool {
	switch s.state {
	case wantEnd:
		return s.fail(TrailingData, s.pos, 1)
	case wantColon:
		return s.fail(MissingColon, s.pos, 1)
	case wantValue:
		return s.fail(UnexpectedToken, s.pos, 1)
	}
	if s.nesting.inObject() != (c == '}') {
		return s.fail(MismatchedBracket, s.pos, 1)
	}
	// The bracket fits and would have closed its container, but for a comma.
	s.fail(TrailingComma, s.pos, 1)
	s.fault.offset = s.commaBefore(s.pos)
	s.pos = s.fault.offset
	return false
}

// commaBefore returns the offset of the comma that has nothing but white space between it
// and pos, or -1 if src does not hold it any more, or a comment stands between.
func (s *scanner) commaBefore(pos int) int {
	comma := pos - 1
	for comma >= 0 && syntax.IsSpace(s.src[comma]) {
		comma--
	}
	if comma >= 0 && s.src[comma] != ',' {
		return -1
	}
	return comma
}

// notValue names the fault of a token that is not a value where one must be.
func (s *scanner) notValue(c byte) Kind {
	rest := s.src[s.pos+1:]
	switch {
	case syntax.IsWordStart(c):
		return MisspeltLiteral
	case c == '+' && len(rest) > 0 && (syntax.IsDigit(rest[0]) || rest[0] == '.'):
		return LeadingPlus
	case c == '.' && len(rest) > 0 && syntax.IsDigit(rest[0]):
		return LeadingPoint
	}
	return UnexpectedToken
}

// tokenLimit is the length of the longest token that an error points at as a whole.
const tokenLimit = 4096

// beginsToken reports whether c begins a value, a name or what was meant as one.
func beginsToken(c byte) bool {
	return syntax.IsWord(c) || c == '"' || c == '{' || c == '[' || c == '-'
}

// tokenLen returns how many bytes of b to point at: a string, a word, a number or
// one character. Of b it looks at the first tokenLimit bytes only, so that an error does
// not depend on what comes a gigabyte later.
func tokenLen(b []byte) int {
	b = b[:min(len(b), tokenLimit)]
	switch c := b[0]; {
	case c == '"':
		s := scanner{src: b}
		if s.stringBody() {
			return s.pos
		}
		return 1
	case syntax.IsWord(c):
		return syntax.WordLen(b)
	case c == '-' && len(b) > 1 && syntax.IsDigit(b[1]):
		return 1 + syntax.WordLen(b[1:])
	}
	n, _ := utf8check.Sequence(b)
	return n
}
