package scan

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
)

// EarlyError returns a report on a fault in a stream. Src must still start at the start of the
// input. EarlyError copies the part of Src that the report needs.
func (s *Scanner) EarlyError() *flaw.Report {
	switch s.Fault.Related {
	case atQuote:
		s.Fault.Related = int(s.Positions.Quote.Offset)
	case atFirstName:
		s.Fault.Related = int(s.Positions.First.Offset)
	}
	e := s.Report()
	e.Text = slices.Clone(s.Src[:min(len(s.Src), s.Fault.Offset+flaw.Lookahead)])
	return e
}

// A StreamReport is the memory for a report on a fault in a stream. The report refers to its other part.
type StreamReport struct {
	flaw.Report
	gone flaw.Gone
}

// Set sets *r, which must be the zero value, to a report on the fault of s in a stream whose beginning is no longer in its source. The
// report refers to the source if Positions.Whole is set; otherwise it has a copy of the part that it needs.
func (r *StreamReport) Set(s *Scanner) {
	t, e := s.Positions, &r.Report
	s.SetReport(e)
	var at place.Place
	cut := t.ShortenedAt(s.Fault.Offset)
	switch {
	case s.Fault.Kind == flaw.NumberOutOfRange && cut.Count > 0:
		at, e.Length = cut.Begin, e.Length+cut.Count
	case s.Fault.Offset < t.Here.At:
		at = s.Fault.gonePlace(t)
	case s.Fault.Kind.IsLimit():
		at = t.PlaceAhead(s.Src, s.Fault.Offset)
	default:
		at = t.PlaceOfFault(s.Src, s.Fault.Offset)
	}
	e.Gone = &r.gone
	r.gone = flaw.Gone{Position: at.Position, Opener: '['}
	if s.Nesting.InObject() {
		e.Gone.Opener = '{'
	}
	e.Gone.Related, e.Gone.HasRelated = s.Fault.relatedPlace(s.Src, t)
	e.Gone.RelatedEnd = e.Gone.Related.Next()
	if s.Fault.Related == atFirstName {
		e.Gone.RelatedEnd = t.FirstEnd
	}
	e.Offset, e.Base = at.Offset, at.Offset
	switch {
	case s.Fault.Offset < 0 && s.Fault.Kind == flaw.TrailingComma:
		e.Text = []byte(",")
	case s.Fault.Offset < 0:
		e.Text, e.Base = bytes.Clone(t.Last), at.Offset-int64(len(t.Last))
	default:
		begin := max(s.Fault.Offset-flaw.DetectedAround, 0)
		e.Base = at.Offset - int64(s.Fault.Offset-begin) // not t.Base+begin, which is too large if a number after begin has been shortened
		if e.Text = s.Src[begin:min(len(s.Src), s.Fault.Offset+flaw.Lookahead)]; !t.Whole {
			e.Text = t.Excerpts.Copy(e.Text, e.Base)
		}
	}
}

// SetPointer sets the JSON Pointer of a report on a fault of s if the path knows it. The path is that to the token with the fault,
// which has not been recorded in the path yet.
func (r *StreamReport) SetPointer(path *place.Path, s *Scanner) {
	n := path.Depth()
	if r.Kind.IsOfName() {
		path.Named(s.Fault.Offset)
	}
	if r.Container && n > 0 {
		n--
	}
	r.gone.HasPointer = path.IsKnown(n)
	if r.Kind != flaw.InputTooLong && r.gone.HasPointer { // an input that is too long has no pointer
		r.gone.Pointer = path.Pointer(s.Src, n, n == path.Depth())
	}
}

// relatedPlace returns the related place of the fault in src, and whether there is one. t applies to src.
func (f *Fault) relatedPlace(src []byte, t *place.StreamPositions) (p place.Place, ok bool) {
	switch f.Related {
	case place.NoPlace:
		return place.Place{}, false
	case atQuote:
		return t.Quote, true
	case atFirstName:
		return t.First, true
	case atOpener:
		switch {
		case len(t.Open) > 0:
			return t.PlaceAhead(src, t.Open[len(t.Open)-1]), true
		case t.Kept > 0:
			t.Openers.Truncate(t.Kept)
			return t.Openers.Top, true
		}
		return place.Place{}, false
	}
	return t.PlaceAhead(src, f.Related), true
}
