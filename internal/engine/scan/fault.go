package scan

import (
	"strings"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/utf8check"
)

// Fail records a fault at offset, moves the scanner there, and returns false. If the bytes at
// offset are not valid UTF-8, it records that error instead: the encoding must be fixed before the
// grammar can apply.
func (s *Scanner) Fail(kind flaw.ErrorKind, offset, length int) bool {
	cut := flaw.UTF8MissingContinuation
	if atStart := offset == 0 && (s.Positions == nil || s.Positions.Base == 0); atStart && s.AllowBOM && isCutMark(s.Src) {
		cut = flaw.UTF8Truncated
	}
	if s.failUTF8(offset, cut) {
		return false
	}
	s.Pos = offset
	s.Fault = Fault{kind, offset, length, place.NoPlace}
	if kind == flaw.Truncated || kind == flaw.MismatchedBracket {
		s.Fault.Related = atOpener
	}
	return false
}

// failUTF8 reports whether the bytes at offset are ill-formed UTF-8, and if so, records the fault
// and moves the scanner there. The parameter cut is the kind of the fault if the end of Src cuts off
// a character: flaw.UTF8Truncated if more input could make the text valid, and otherwise
// flaw.UTF8MissingContinuation.
func (s *Scanner) failUTF8(offset int, cut flaw.ErrorKind) bool {
	if offset == len(s.Src) {
		return false
	}
	n, kind := utf8check.Sequence(s.Src[offset:])
	if kind == utf8check.WellFormed {
		return false
	}
	s.Pos = offset
	s.Fault = Fault{flaw.ErrorKind(kind), offset, n, place.NoPlace}
	if kind == utf8check.Truncated {
		s.Fault.Kind = cut
	}
	return true
}

// isCutMark reports whether src is the beginning of a byte order mark. Outside strings, no other character has more than one byte.
func isCutMark(src []byte) bool { return len(src) < len(BOM) && strings.HasPrefix(BOM, string(src)) }

// allow returns true if kind is 0. Otherwise it records a fault at Pos and returns false.
func (s *Scanner) allow(kind flaw.ErrorKind) bool { return kind == 0 || s.Fail(kind, s.Pos, 1) }

// TooLong records that the input is longer than the first n bytes of Src, and returns false. Src[n]
// may be in the middle of a character.
func (s *Scanner) TooLong(n int) bool {
	s.Pos = n
	s.Fault = Fault{flaw.InputTooLong, n, 1, place.NoPlace}
	return false
}
