package scan

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/utf8check"
)

// Fail records a fault at offset, moves the scanner there, and returns false. If the bytes at
// offset are not valid UTF-8, it records that error instead: the encoding must be fixed before the
// grammar can apply.
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

// failUTF8 reports whether the bytes at offset are ill-formed UTF-8, and if so, records the fault
// and moves the scanner there.
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

// TokenLimit is the length in bytes of the longest token that an error covers as a whole.
const TokenLimit = 4096

// allow returns true if kind is 0. Otherwise it records a fault at Pos and returns false.
func (s *Scanner) allow(kind ErrorKind) bool { return kind == 0 || s.Fail(kind, s.Pos, 1) }

// TooLong records that the input is longer than the first n bytes of Src, and returns false. Src[n]
// may be in the middle of a character.
func (s *Scanner) TooLong(n int) bool {
	s.Pos = n
	s.Fault = Fault{InputTooLong, n, 1, place.NoPlace}
	return false
}
