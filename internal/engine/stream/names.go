package stream

import (
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// takeNames adds each name that has a trusted mark to its object in s, and reports whether all of these
// names are new in their objects. It removes the marks of the new names. If there is a duplicate
// name, the first remaining mark belongs to it.
func (m *pendingMarks) takeNames(s *scan.Scanner) bool {
	known := m.trust.Trusted
	n := s.Names.Walk(s.Src, m.offsets[:known], s.Pos)
	if n > 0 {
		s.Named = int(m.offsets[n-1]) + 1
	}
	m.drop(n)
	return n == known
}

// takeNamesBefore adds the names before the stop, and reports whether all of them are new in their
// objects. At the stop, the scanner will be in the given state.
//
// A name at the stop must be compared as a whole. If it is cut off, takeNamesBefore moves the stop
// back to the beginning of the name, or returns false if that beginning is no longer in the text. If the
// name is complete but its colon is not before the stop, takeNamesBefore adds the name now.
func (m *pendingMarks) takeNamesBefore(at *fastscan.Stop, state scan.State, s *scan.Scanner) bool {
	colon := place.NoPlace
	switch {
	case state == scan.WantColon:
		colon = at.Pos
	case at.InString && scan.ExpectedIn[state]&flaw.ExpectName != 0:
		if at.Quote < 0 {
			return false
		}
		*at = fastscan.Stop{Pos: at.Quote, Quote: place.NoPlace}
	}
	m.trust.All(len(m.offsets))
	if !m.takeNames(s) || colon != place.NoPlace && !s.Names.AddBefore(s.Src, colon, s.Pos) {
		return false
	}
	s.Named = max(s.Named, colon)
	return true
}

// approachName moves the scanner to the name at which takeNames has stopped.
func (k *kernels) approachName(s *scan.Scanner) {
	fastscan.ApproachName(s, s.Src, int(k.marks.offsets[0]), 0)
	s.Positions.InString = false
}

// mayHoldLongName reports whether a name in the text may be longer than the limit. Only the scanner
// looks for such names.
func mayHoldLongName(s *scan.Scanner) bool { return s.UniqueNames && len(s.Src) > s.MaxToken }
