package scan

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// Settle finds the places of everything before Pos that an error may have to report, so that the
// text before Pos may be dropped. That text must be valid.
func (s *Scanner) Settle() {
	t := s.Positions
	s.SettleNames()
	t.Openers.Truncate(t.Kept)
	for _, opener := range t.Open {
		t.Openers.Push(t.PlaceAt(s.Src, opener))
	}
	t.Open, t.Kept = t.Open[:0], t.Openers.Count
	if s.State == WantNextElement || s.State == WantNextName {
		if comma := s.CommaBefore(s.beginOfToken()); comma >= t.Here.At {
			t.Comma = t.PlaceAt(s.Src, comma)
		}
	}
	if t.QuoteAt != place.NoPlace {
		t.Quote = t.PlaceAt(s.Src, t.QuoteAt)
		t.QuoteAt = place.NoPlace
	}
	end := s.Pos
	switch {
	case t.InString:
		end++
	case end > 0 && s.Src[end-1] == '\r':
		end-- // an LF may follow
	}
	t.MoveTo(s.Src, end)
	t.Ahead = t.Ahead[:0]
}

// SettlePlaceless is Settle for a caller that needs no places: those of names are not found, and openers
// are not even counted.
func (s *Scanner) SettlePlaceless() {
	t := s.Positions
	t.Open, t.QuoteAt, t.Here.At = t.Open[:0], place.NoPlace, s.Pos
}

// SettleNames copies the names that are parts of Src, and finds the places of those that have
// none yet. It must be called before Positions.Here moves, since places before Here can no longer be
// found. Names may be known ahead of the scanner, and after Here.
func (s *Scanner) SettleNames() {
	n, here := &s.Names, s.Positions.Here
	n.Keep(s.Src, s.Positions.Base)
	for ; n.Placed < n.Kept; n.Placed++ {
		p := &n.places[n.Placed]
		s.Positions.MoveMark(&here, s.Src, int(p.Offset-s.Positions.Base))
		p.Position = here.Position
	}
}

// beginOfToken returns the offset of the token before which the scanner is, or in which it is if
// that is a string.
func (s *Scanner) beginOfToken() int {
	if s.Positions.InString && s.Positions.QuoteAt != place.NoPlace {
		return s.Positions.QuoteAt
	}
	return s.Pos
}

// Advance scans Src as far as its meaning does not depend on what comes after it. A token that may
// continue is left for later, except that the known part of a string is passed. It returns false at a
// fault that nothing to come can change.
func (s *Scanner) Advance() bool {
	for {
		if !s.Positions.InString {
			s.SkipSpace()
		}
		if s.Pos == len(s.Src) {
			return true
		}
		state, pos, c, tally := s.State, s.Pos, s.Src[s.Pos], s.Tally.Tally
		if s.Positions.InString {
			c = '"'
		}
		ok := s.Token(c)
		switch {
		case ok && (s.Pos < len(s.Src) || !syntax.LooksNumeric(c)):
			s.Positions.InString, s.Positions.QuoteAt = false, place.NoPlace
			continue
		case ok:
		case s.isCutString(c, state):
			if !s.Positions.InString {
				s.Positions.QuoteAt = pos
			}
			s.Positions.InString = true
			s.GoBack(state, s.Resume-1, tally)
			return true
		case s.IsCertain():
			return false
		}
		s.GoBack(state, pos, tally)
		return true
	}
}

// GoBack restores the state in which the scanner was before it tried to pass a token.
func (s *Scanner) GoBack(state State, pos int, tally Tally) {
	s.State, s.Pos, s.Tally.Tally, s.Fault = state, pos, tally, Fault{}
}

// Finish scans the rest of Src, which is also the end of the input.
func (s *Scanner) Finish() bool {
	if s.Positions.InString {
		if !s.Token('"') {
			return false
		}
		s.Positions.InString = false
	}
	return s.tokens() && s.End()
}

// isCutString reports whether the token is a string that may continue, and of which the known part
// can be passed. Names that must be compared are needed whole.
func (s *Scanner) isCutString(c byte, before State) bool {
	if c != '"' || s.UniqueNames && (before == WantFirstName || before == WantNextName) {
		return false
	}
	return s.Fault.Kind == UnterminatedString || s.Fault.Kind == UTF8Truncated
}

// Lookahead is a number of bytes after a fault that is certainly enough to name it.
const Lookahead = 2 * max(TokenLimit, DetectedAround)

// IsCertain reports whether the fault stays the same whatever comes after Src.
func (s *Scanner) IsCertain() bool {
	switch s.Fault.Kind {
	case TooManyMembers, TooManyTokens:
		return true
	}
	return len(s.Src)-s.Fault.Offset-s.Fault.Length >= Lookahead
}
