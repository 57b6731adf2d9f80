package tokenizer

import (
	"slices"

	"github.com/assayjson/assay/internal/place"
)

// fail makes the error of the scanner's fault.
func (c *checker) fail() {
	s := &c.scanner
	switch {
	case c.placeless:
		c.err = s.report()
	case c.trail.Base == 0:
		c.err = s.earlyError()
	default:
		c.err = s.streamError()
	}
}

// earlyError is the error where src is the input from the beginning on.
func (s *scanner) earlyError() *report {
	switch s.fault.related {
	case atQuote:
		s.fault.related = int(s.trail.Quote.Offset)
	case atFirstName:
		s.fault.related = int(s.trail.First.Offset)
	}
	e := s.report()
	e.text = slices.Clone(s.src[:min(len(s.src), s.fault.offset+lookahead)])
	return e
}

// gone is what an error of a stream can't find in what it keeps.
type gone struct {
	position   place.Position
	related    place.Place
	relatedEnd place.Place
	hasRelated bool
	opener     byte // what stands there, if it is a bracket
	pointer    string
	hasPointer bool
}

// streamError is the error where src is not all of the input up to there.
func (s *scanner) streamError() *report {
	t := s.trail
	e := s.report()
	at, cut := t.Comma, t.ShortenedAt(s.fault.offset)
	switch {
	case s.fault.kind == NumberOutOfRange && cut.Count > 0:
		at, e.Length = cut.Begin, e.Length+cut.Count
	case s.fault.offset < t.Here.At:
	case s.fault.kind.isLimit():
		at = t.PlaceAhead(s.src, s.fault.offset)
	default:
		at = t.PlaceOfFault(s.src, s.fault.offset)
	}
	e.gone = &gone{position: at.Position, opener: '['}
	if s.nesting.inObject() {
		e.gone.opener = '{'
	}
	e.gone.related, e.gone.hasRelated = s.relatedPlace()
	e.gone.relatedEnd = e.gone.related.Next()
	if s.fault.related == atFirstName {
		e.gone.relatedEnd = t.FirstEnd
	}
	e.Offset, e.base = at.Offset, at.Offset
	e.text = []byte(",")
	if s.fault.offset >= 0 {
		begin := max(s.fault.offset-detectedAround, 0)
		e.base = at.Offset - int64(s.fault.offset-begin) // which of a shortened number src has later
		if e.text = s.src[begin:min(len(s.src), s.fault.offset+lookahead)]; !t.Whole {
			e.text = t.Excerpts.Copy(e.text, e.base)
		}
	}
	return e
}

// relatedPlace returns the place that explains the fault, if there is one.
func (s *scanner) relatedPlace() (p place.Place, ok bool) {
	t := s.trail
	switch s.fault.related {
	case place.NoPlace:
		return place.Place{}, false
	case atQuote:
		return t.Quote, true
	case atFirstName:
		return t.First, true
	case atOpener:
		switch {
		case len(t.Open) > 0:
			return t.PlaceAhead(s.src, t.Open[len(t.Open)-1]), true
		case t.Kept > 0:
			t.Openers.Truncate(t.Kept)
			return t.Openers.Top, true
		}
		return place.Place{}, false
	}
	return t.PlaceAhead(s.src, s.fault.related), true
}
