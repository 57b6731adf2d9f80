package scan

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// Settle tells the places of all that is asked for before pos, to which the scanner has come,
// so that src before it may go. It is right so far.
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
		end-- // LF may come
	}
	t.MoveTo(s.Src, end)
	t.Ahead = t.Ahead[:0]
}

// SettlePlaceless is settle where no places are told: not those of names, and of openers not even how
// many there are.
func (s *Scanner) SettlePlaceless() {
	t := s.Positions
	t.Open, t.QuoteAt, t.Here.At = t.Open[:0], place.NoPlace, s.Pos
}

// SettleNames copies the names that are parts of src, and finds the places of those that have
// none yet. It must be called before here moves on, since nothing before here can be placed any
// more; names may be known ahead of the scanner, and after here.
func (s *Scanner) SettleNames() {
	n, here := &s.Names, s.Positions.Here
	n.Keep(s.Src, s.Positions.Base)
	for ; n.Placed < n.Kept; n.Placed++ {
		p := &n.places[n.Placed]
		s.Positions.MoveMark(&here, s.Src, int(p.Offset-s.Positions.Base))
		p.Position = here.Position
	}
}

// beginOfToken returns where the token begins before which the scanner stands, or its
// string goes on.
func (s *Scanner) beginOfToken() int {
	if s.Positions.InString && s.Positions.QuoteAt != place.NoPlace {
		return s.Positions.QuoteAt
	}
	return s.Pos
}

// Advance scans src as far as it is certain what it means, whatever comes after it: a token
// that may go on is left, but of a string what there is of it. It returns false at a fault
// about which nothing that comes can change anything.
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

// GoBack makes the scanner forget that it tried.
func (s *Scanner) GoBack(state State, pos int, tally Tally) {
	s.State, s.Pos, s.Tally.Tally, s.Fault = state, pos, tally, Fault{}
}

// Finish scans src up to the end of the input.
func (s *Scanner) Finish() bool {
	if s.Positions.InString {
		if !s.Token('"') {
			return false
		}
		s.Positions.InString = false
	}
	return s.tokens() && s.End()
}

// isCutString reports whether the token is a string that may go on, and be gone on with.
// Names must be had whole to be compared.
func (s *Scanner) isCutString(c byte, before State) bool {
	if c != '"' || s.UniqueNames && (before == WantFirstName || before == WantNextName) {
		return false
	}
	return s.Fault.Kind == UnterminatedString || s.Fault.Kind == UTF8Truncated
}

// Lookahead is how many bytes behind a fault matter to it, and more.
const Lookahead = 2 * max(TokenLimit, DetectedAround)

// IsCertain reports whether the fault is one, whatever comes.
func (s *Scanner) IsCertain() bool {
	switch s.Fault.Kind {
	case TooManyMembers, TooManyTokens:
		return true
	}
	return len(s.Src)-s.Fault.Offset-s.Fault.Length >= Lookahead
}
