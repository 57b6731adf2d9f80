package tokenizer

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// settle tells the places of all that is asked for before pos, to which the scanner has come,
// so that src before it may go. It is right so far.
func (s *scanner) settle() {
	t := s.trail
	s.settleNames()
	t.Openers.Truncate(t.Kept)
	for _, opener := range t.Open {
		t.Openers.Push(t.PlaceAt(s.src, opener))
	}
	t.Open, t.Kept = t.Open[:0], t.Openers.Count
	if s.state == wantNextElement || s.state == wantNextName {
		if comma := s.commaBefore(s.beginOfToken()); comma >= t.Here.At {
			t.Comma = t.PlaceAt(s.src, comma)
		}
	}
	if t.QuoteAt != place.NoPlace {
		t.Quote = t.PlaceAt(s.src, t.QuoteAt)
		t.QuoteAt = place.NoPlace
	}
	end := s.pos
	switch {
	case t.InString:
		end++
	case end > 0 && s.src[end-1] == '\r':
		end-- // LF may come
	}
	t.MoveTo(s.src, end)
	t.Ahead = t.Ahead[:0]
}

// settlePlaceless is settle where no places are told: not those of names, and of openers not even how
// many there are.
func (s *scanner) settlePlaceless() {
	t := s.trail
	t.Open, t.QuoteAt, t.Here.At = t.Open[:0], place.NoPlace, s.pos
}

// settleNames copies the names that are parts of src, and finds the places of those that have
// none yet. It must be called before here moves on, since nothing before here can be placed any
// more; names may be known ahead of the scanner, and after here.
func (s *scanner) settleNames() {
	n, here := &s.names, s.trail.Here
	n.keep(s.src, s.trail.Base)
	for ; n.placed < n.Kept; n.placed++ {
		p := &n.places[n.placed]
		s.trail.MoveMark(&here, s.src, int(p.Offset-s.trail.Base))
		p.Position = here.Position
	}
}

// beginOfToken returns where the token begins before which the scanner stands, or its
// string goes on.
func (s *scanner) beginOfToken() int {
	if s.trail.InString && s.trail.QuoteAt != place.NoPlace {
		return s.trail.QuoteAt
	}
	return s.pos
}

// advance scans src as far as it is certain what it means, whatever comes after it: a token
// that may go on is left, but of a string what there is of it. It returns false at a fault
// about which nothing that comes can change anything.
func (s *scanner) advance() bool {
	for {
		if !s.trail.InString {
			s.skipSpace()
		}
		if s.pos == len(s.src) {
			return true
		}
		state, pos, c, tally := s.state, s.pos, s.src[s.pos], s.tally.tally
		if s.trail.InString {
			c = '"'
		}
		ok := s.token(c)
		switch {
		case ok && (s.pos < len(s.src) || !syntax.LooksNumeric(c)):
			s.trail.InString, s.trail.QuoteAt = false, place.NoPlace
			continue
		case ok:
		case s.isCutString(c, state):
			if !s.trail.InString {
				s.trail.QuoteAt = pos
			}
			s.trail.InString = true
			s.goBack(state, s.resume-1, tally)
			return true
		case s.isCertain():
			return false
		}
		s.goBack(state, pos, tally)
		return true
	}
}

// goBack makes the scanner forget that it tried.
func (s *scanner) goBack(state state, pos int, tally tally) {
	s.state, s.pos, s.tally.tally, s.fault = state, pos, tally, fault{}
}

// finish scans src up to the end of the input.
func (s *scanner) finish() bool {
	if s.trail.InString {
		if !s.token('"') {
			return false
		}
		s.trail.InString = false
	}
	return s.tokens() && s.end()
}

// isCutString reports whether the token is a string that may go on, and be gone on with.
// Names must be had whole to be compared.
func (s *scanner) isCutString(c byte, before state) bool {
	if c != '"' || s.uniqueNames && (before == wantFirstName || before == wantNextName) {
		return false
	}
	return s.fault.kind == UnterminatedString || s.fault.kind == UTF8Truncated
}

// lookahead is how many bytes behind a fault matter to it, and more.
const lookahead = 2 * max(tokenLimit, detectedAround)

// isCertain reports whether the fault is one, whatever comes.
func (s *scanner) isCertain() bool {
	switch s.fault.kind {
	case TooManyMembers, TooManyTokens:
		return true
	}
	return len(s.src)-s.fault.offset-s.fault.length >= lookahead
}
