package stream

import (
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// takeNames adds each name that has a trusted mark to its object, and reports whether all of these
// names are new in their objects. It removes the marks of the new names. If there is a duplicate
// name, the first remaining mark belongs to it.
func (c *Checker) takeNames() bool {
	s, known := &c.scanner, c.marks.trust.Trusted
	n := s.Names.Walk(c.buf, c.marks.offsets[:known], s.Pos)
	if n > 0 {
		s.Named = int(c.marks.offsets[n-1]) + 1
	}
	c.marks.drop(n)
	return n == known
}

// takeNamesBefore adds the names before the stop, and reports whether all of them are new in their
// objects. At the stop, the scanner will be in the given state.
//
// A name at the stop must be compared as a whole. If it is cut off, takeNamesBefore moves the stop
// back to the beginning of the name, or returns false if that beginning is no longer in buf. If the
// name is complete but its colon is not before the stop, takeNamesBefore adds the name now.
func (c *Checker) takeNamesBefore(at *fastscan.Stop, state scan.State) bool {
	colon := place.NoPlace
	switch {
	case state == scan.WantColon:
		colon = at.Pos
	case at.InString && scan.ExpectedIn[state]&scan.ExpectName != 0:
		if at.Quote < 0 {
			return false
		}
		*at = fastscan.Stop{Pos: at.Quote, Quote: place.NoPlace}
	}
	s := &c.scanner
	c.marks.trust.All(len(c.marks.offsets))
	if !c.takeNames() || colon != place.NoPlace && !s.Names.AddBefore(c.buf, colon, s.Pos) {
		return false
	}
	s.Named = max(s.Named, colon)
	return true
}

// approachName moves the scanner to the name at which takeNames has stopped.
func (c *Checker) approachName() {
	fastscan.ApproachName(&c.scanner, c.buf, int(c.marks.offsets[0]), 0)
	c.positions.InString = false
}

// mayHoldLongName reports whether a name in buf may be longer than the limit. Only the scanner
// looks for such names.
func (c *Checker) mayHoldLongName() bool { return c.rules.UniqueNames && len(c.buf) > c.rules.MaxToken }
