package scan

import "github.com/assayjson/assay/internal/syntax"

// What is asked of a scanner that has stopped.

// AtEnd reports whether the last token, which begins with c, may go on after the end of the
// input. A fault may be that alone.
func (s *Scanner) AtEnd(ok bool, c byte) bool {
	if ok {
		return s.Pos == len(s.Src) && syntax.LooksNumeric(c)
	}
	k := s.Fault.Kind
	return k == Truncated || k == UnterminatedString || k == UTF8Truncated
}

// IsCut reports whether the fault is that src ends, and none if more comes.
func (s *Scanner) IsCut() bool {
	switch s.Fault.Kind {
	case UnterminatedString, UTF8Truncated, Truncated:
		return true
	case NumberOutOfRange: // an exponent may come
		return s.Fault.Offset+s.Fault.Length == len(s.Src)
	}
	return false
}

// IsNewName reports whether the name src[begin:end], which may have escapes, is new in its object.
func (s *Scanner) IsNewName(begin, end int, escapes bool) bool {
	_, isNew := s.Names.add(s.Src, begin, end, escapes)
	return isNew
}

// Adopt takes what another scanner knows of the same text.
func (s *Scanner) Adopt(other *Scanner) {
	s.Pos, s.State, s.Nesting, s.Tally = other.Pos, other.State, other.Nesting, other.Tally
	s.Names, s.Named = other.Names, other.Pos
	other.Names, other.Nesting, other.Tally = NameSets{}, Nesting{}, Tallies{}
}

// FaultOffset returns the offset in the input of the fault.
func (s *Scanner) FaultOffset() int64 {
	if t := s.Positions; s.Fault.Offset < t.Here.At {
		return t.Comma.Offset
	}
	return s.Positions.Base + int64(s.Fault.Offset)
}
