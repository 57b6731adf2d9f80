package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
)

// This file has what callers use after a scanner has stopped.

// Adopt takes over the position and the state of another scanner of the same text. The other
// scanner must be reset before it is used again.
func (s *Scanner) Adopt(other *Scanner) {
	s.Pos, s.State, s.Nesting, s.Tally = other.Pos, other.State, other.Nesting, other.Tally
	s.Names, s.Named = other.Names, other.Pos
	other.Names, other.Nesting, other.Tally = nil, Nesting{}, Tallies{}
}

// GoBack restores the state that the scanner had before it tried to scan a token.
func (s *Scanner) GoBack(state State, pos int, tally Tally) {
	s.State, s.Pos, s.Tally.Tally, s.Fault = state, pos, tally, Fault{}
}

// IsCut reports whether the fault is only that the source ends after n bytes, so that it may vanish when more input arrives.
func (f *Fault) IsCut(n int) bool {
	switch f.Kind {
	case flaw.UnterminatedString, flaw.UTF8Truncated, flaw.Truncated:
		return true
	case flaw.NumberOutOfRange: // an exponent may follow
		return f.Offset+f.Length == n
	}
	return false
}

// IsCertain reports whether the fault stays the same whatever follows the first n bytes of the source.
func (f *Fault) IsCertain(n int) bool { return f.Kind.IsCertain(n - f.Offset - f.Length) }

// OffsetIn returns the offset of the fault in the stream to which t applies.
func (f *Fault) OffsetIn(t *place.StreamPositions) int64 {
	if f.Offset < t.Here.At {
		return f.gonePlace(t).Offset
	}
	return t.Base + int64(f.Offset)
}

// gonePlace returns the place of a fault that is before t.Here.
func (f *Fault) gonePlace(t *place.StreamPositions) place.Place {
	if f.Kind == flaw.TrailingComma {
		return t.Comma
	}
	return t.End
}
