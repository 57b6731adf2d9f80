package scan

import "github.com/assayjson/assay/internal/syntax"

// This file has the questions that callers ask a scanner that has stopped.

// AtEnd reports whether the last token, which begins with c, may continue after the end of Src.
// ok is what Token returned; a fault may have no other cause than that end.
func (s *Scanner) AtEnd(ok bool, c byte) bool {
	if ok {
		return s.Pos == len(s.Src) && syntax.LooksNumeric(c)
	}
	k := s.Fault.Kind
	return k == Truncated || k == UnterminatedString || k == UTF8Truncated
}

// IsCut reports whether the fault is only that Src ends, and may vanish when more comes.
func (s *Scanner) IsCut() bool {
	switch s.Fault.Kind {
	case UnterminatedString, UTF8Truncated, Truncated:
		return true
	case NumberOutOfRange: // an exponent may come
		return s.Fault.Offset+s.Fault.Length == len(s.Src)
	}
	return false
}

// IsNewName adds the name Src[begin:end] to the innermost object, and reports whether it is new there.
// If escapes is false, the name has none.
func (s *Scanner) IsNewName(begin, end int, escapes bool) bool {
	_, isNew := s.Names.add(s.Src, begin, end, escapes)
	return isNew
}

// Adopt takes over the position and the state of another scanner of the same text, which must not be
// used before it has been reset.
func (s *Scanner) Adopt(other *Scanner) {
	s.Pos, s.State, s.Nesting, s.Tally = other.Pos, other.State, other.Nesting, other.Tally
	s.Names, s.Named = other.Names, other.Pos
	other.Names, other.Nesting, other.Tally = NameSets{}, Nesting{}, Tallies{}
}

// FaultOffset returns the offset of the fault in the input, which must be a stream.
func (s *Scanner) FaultOffset() int64 {
	if t := s.Positions; s.Fault.Offset < t.Here.At {
		return t.Comma.Offset
	}
	return s.Positions.Base + int64(s.Fault.Offset)
}
