package tokenizer

import "slices"

// fail makes the error of the scanner's fault.
func (c *Checker) fail() {
	s := &c.scanner
	switch {
	case c.placeless:
		c.err = s.syntaxError()
	case c.trail.base == 0:
		c.err = s.earlyError()
	default:
		c.err = s.streamError()
	}
}

// earlyError is the error where src is the input from the beginning on.
func (s *scanner) earlyError() *SyntaxError {
	switch s.fault.related {
	case atQuote:
		s.fault.related = int(s.trail.quote.offset)
	case atFirstName:
		s.fault.related = int(s.trail.first.offset)
	}
	e := s.syntaxError()
	e.src = slices.Clone(s.src[:min(len(s.src), s.fault.offset+lookahead)])
	return e
}

// streamed is what an error of a stream can't find in what it keeps.
type streamed struct {
	position   Position
	related    place
	relatedEnd place
	hasRelated bool
	opener     byte // what stands there, if it is a bracket
	pointer    string
	hasPointer bool
}

// streamError is the error where src is not all of the input up to there.
func (s *scanner) streamError() *SyntaxError {
	t := s.trail
	e := s.syntaxError()
	at, cut := t.comma, t.shortenedAt(s.fault.offset)
	switch {
	case s.fault.kind == NumberOutOfRange && cut.count > 0:
		at, e.Length = cut.begin, e.Length+cut.count
	case s.fault.offset < t.here.at:
	case s.fault.kind.isLimit():
		at = t.place(s.src, s.fault.offset)
	default:
		at = t.placeOfFault(s.src, s.fault.offset)
	}
	e.streamed = &streamed{position: at.Position, opener: '['}
	if s.nesting.inObject() {
		e.streamed.opener = '{'
	}
	e.streamed.related, e.streamed.hasRelated = s.relatedPlace()
	e.streamed.relatedEnd = e.streamed.related.next()
	if s.fault.related == atFirstName {
		e.streamed.relatedEnd = t.firstEnd
	}
	e.Offset, e.base = at.offset, at.offset
	e.made = e.fingerprint()
	e.src = []byte(",")
	if s.fault.offset >= 0 {
		begin := max(s.fault.offset-detectedAround, 0)
		e.base = at.offset - int64(s.fault.offset-begin) // which of a shortened number src has later
		if e.src = s.src[begin:min(len(s.src), s.fault.offset+lookahead)]; !t.whole {
			e.src = t.excerpts.copy(e.src, e.base)
		}
	}
	return e
}

// relatedPlace returns the place that explains the fault, if there is one.
func (s *scanner) relatedPlace() (p place, ok bool) {
	t := s.trail
	switch s.fault.related {
	case noPlace:
		return place{}, false
	case atQuote:
		return t.quote, true
	case atFirstName:
		return t.first, true
	case atOpener:
		switch {
		case len(t.open) > 0:
			return t.place(s.src, t.open[len(t.open)-1]), true
		case t.kept > 0:
			t.openers.truncate(t.kept)
			return t.openers.top, true
		}
		return place{}, false
	}
	return t.place(s.src, s.fault.related), true
}
