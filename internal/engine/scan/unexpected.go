package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// unexpected records a fault for the token at Src[Pos], which the grammar does not allow in this
// state. c is the first byte of the token.
func (s *Scanner) unexpected(c byte) bool {
	if c == ']' || c == '}' {
		return s.unexpectedCloser(c)
	}
	kind := flaw.UnexpectedToken
	switch s.State {
	case WantValue, WantFirstElement, WantNextElement:
		kind = notValue(s.Src[s.Pos:])
	case AfterElement, AfterMember:
		if BeginsToken(s.Src[s.Pos:]) {
			kind = flaw.MissingComma
		}
	case WantColon:
		kind = flaw.MissingColon
	case WantEnd:
		kind = flaw.TrailingData
	}
	length := TokenLen(s.Src[s.Pos:])
	if kind == flaw.LeadingPlus || kind == flaw.LeadingPoint {
		length = 1
	}
	return s.Fail(kind, s.Pos, length)
}

// unexpectedCloser records a fault for the closing bracket c.
func (s *Scanner) unexpectedCloser(c byte) bool {
	switch s.State {
	case WantEnd:
		return s.Fail(flaw.TrailingData, s.Pos, 1)
	case WantColon:
		return s.Fail(flaw.MissingColon, s.Pos, 1)
	case WantValue:
		return s.Fail(flaw.UnexpectedToken, s.Pos, 1)
	}
	if s.Nesting.InObject() != (c == '}') {
		return s.Fail(flaw.MismatchedBracket, s.Pos, 1)
	}
	// The bracket is of the right type, so the error is the comma before it.
	s.Fail(flaw.TrailingComma, s.Pos, 1)
	s.Fault.Offset = CommaBefore(s.Src, s.Pos)
	s.Pos = s.Fault.Offset
	return false
}

// CommaBefore returns the offset of the comma that precedes src[pos] with only white space in between.
// It returns -1 if that comma is not in src, or if a comment is in between.
func CommaBefore(src []byte, pos int) int {
	comma := pos - 1
	for comma >= 0 && syntax.IsSpace(src[comma]) {
		comma--
	}
	if comma >= 0 && src[comma] != ',' {
		return -1
	}
	return comma
}

// notValue returns the kind of fault for the token at the start of b, which is not a value and is at a
// position where a value is required.
func notValue(b []byte) flaw.ErrorKind {
	c, rest := b[0], b[1:]
	switch {
	case syntax.BeginsWord(b):
		return flaw.MisspeltLiteral
	case c == '+' && len(rest) > 0 && (syntax.IsDigit(rest[0]) || rest[0] == '.'):
		return flaw.LeadingPlus
	case c == '.' && len(rest) > 0 && syntax.IsDigit(rest[0]):
		return flaw.LeadingPoint
	}
	return flaw.UnexpectedToken
}

// BeginsToken reports whether b, which must not be empty, begins with a value, a name, or something meant to be one.
func BeginsToken(b []byte) bool { return syntax.BeginsValue(b[0]) || syntax.BeginsWord(b) }

// TokenLen returns how many bytes at the start of b an error covers: a string, a word, a number or
// one character. It reads at most flaw.TokenLimit bytes of b, so that an error does not depend on text a
// gigabyte later. b must not be empty.
func TokenLen(b []byte) int {
	b = b[:min(len(b), flaw.TokenLimit)]
	switch c := b[0]; {
	case c == '"':
		s := Scanner{Src: b}
		if s.stringBody() {
			return s.Pos
		}
		return 1
	case syntax.IsDigit(c) || syntax.BeginsWord(b):
		return syntax.WordLen(b)
	case c == '-' && len(b) > 1 && syntax.IsDigit(b[1]):
		return 1 + syntax.WordLen(b[1:])
	}
	n, _ := utf8check.Sequence(b)
	return n
}
