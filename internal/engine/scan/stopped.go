package scan

import (
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file has the methods that callers use after a scanner has stopped.

// AtEnd reports whether the last token may continue after the end of Src. c is its first byte, and
// ok is the result of Token. If ok is false, AtEnd reports whether the only fault may be that Src
// ends.
func (s *Scanner) AtEnd(ok bool, c byte) bool {
	if ok {
		return s.Pos == len(s.Src) && syntax.LooksNumeric(c)
	}
	switch s.Fault.Kind {
	case Truncated, UnterminatedString, UTF8Truncated:
		return true
	case UTF8MissingContinuation:
		return s.Fault.Offset+s.Fault.Length == len(s.Src)
	}
	return false
}

// IsCut reports whether the fault is only that Src ends, so that it may vanish when more input
// arrives.
func (s *Scanner) IsCut() bool {
	switch s.Fault.Kind {
	case UnterminatedString, UTF8Truncated, Truncated:
		return true
	case NumberOutOfRange: // an exponent may follow
		return s.Fault.Offset+s.Fault.Length == len(s.Src)
	}
	return false
}

// Adopt takes over the position and the state of another scanner of the same text. The other
// scanner must be reset before it is used again.
func (s *Scanner) Adopt(other *Scanner) {
	s.Pos, s.State, s.Nesting, s.Tally = other.Pos, other.State, other.Nesting, other.Tally
	s.Names, s.Named = other.Names, other.Pos
	other.Names, other.Nesting, other.Tally = nil, Nesting{}, Tallies{}
}

// FaultOffset returns the offset of the fault in the stream. Positions must be set.
func (s *Scanner) FaultOffset() int64 {
	if t := s.Positions; s.Fault.Offset < t.Here.At {
		return s.gonePlace().Offset
	}
	return s.Positions.Base + int64(s.Fault.Offset)
}

// gonePlace returns the place of a fault that is before Positions.Here.
func (s *Scanner) gonePlace() place.Place {
	if s.Fault.Kind == TrailingComma {
		return s.Positions.Comma
	}
	return s.Positions.End
}

// endBefore returns where the token ends that precedes pos with only white space in between. It looks no further back than Src[first].
func (s *Scanner) endBefore(pos, first int) int {
	for pos > first && syntax.IsSpace(s.Src[pos-1]) {
		pos--
	}
	return pos
}
