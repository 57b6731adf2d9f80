package scan

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/utf8check"
)

// Fail records a fault at offset, moves the scanner there, and returns false. Invalid UTF-8
// there takes precedence: whatever the grammar expects, the encoding must be fixed first.
func (s *Scanner) Fail(kind ErrorKind, offset, length int) bool {
	if s.failUTF8(offset) {
		return false
	}
	s.Pos = offset
	s.Fault = Fault{kind, offset, length, place.NoPlace}
	if kind == Truncated || kind == MismatchedBracket {
		s.Fault.Related = atOpener
	}
	return false
}

// failUTF8 records the fault of ill-formed UTF-8 at offset, and reports whether
// there is one.
func (s *Scanner) failUTF8(offset int) bool {
	if offset == len(s.Src) {
		return false
	}
	n, kind := utf8check.Sequence(s.Src[offset:])
	if kind == utf8check.WellFormed {
		return false
	}
	s.Pos = offset
	s.Fault = Fault{ErrorKind(kind), offset, n, place.NoPlace}
	return true
}

// TokenLimit is the length of the longest token that an error points at as a whole.
const TokenLimit = 4096

// allow fails at Pos unless kind is 0.
func (s *Scanner) allow(kind ErrorKind) bool { return kind == 0 || s.Fail(kind, s.Pos, 1) }

// TooLong records that the input does not end after the first n bytes of Src, and returns false.
// These may end in the middle of a character.
func (s *Scanner) TooLong(n int) bool {
	s.Pos = n
	s.Fault = Fault{InputTooLong, n, 1, place.NoPlace}
	return false
}
