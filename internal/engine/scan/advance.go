package scan

import (
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Settle computes the positions of everything before Pos that a later error may have to report, so
// that the caller may drop the text before Pos. That text must be valid.
func (s *Scanner) Settle() {
	t := s.Positions
	s.SettleNames()
	t.Openers.Truncate(t.Kept)
	for _, opener := range t.Open {
		t.KeepOpener(s.Src, opener)
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
	s.SettleEnd(s.Pos)
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

// SettleEnd computes the position of the end of the last token before Src[i], if that is after Positions.Here.
func (s *Scanner) SettleEnd(i int) {
	t := s.Positions
	if end := s.endBefore(i, t.Here.At); end > t.Here.At {
		t.End, t.EndAt, t.Last = t.PlaceAt(s.Src, end), end, t.Last[:0]
	}
}

// Forget adjusts the positions to the removal of Src[:n], which follows. That text must have been settled.
func (s *Scanner) Forget(n int) {
	t := s.Positions
	if begin := max(t.EndAt-DetectedAround, 0); begin < min(n, t.EndAt) && len(t.Last) == 0 {
		t.Last = append(t.Last, s.Src[begin:t.EndAt]...)
	}
	t.Forget(n)
}

// SettlePlaceless is like Settle, for a caller that does not need positions. It computes no
// positions of names, and does not even count opening brackets.
func (s *Scanner) SettlePlaceless() {
	t := s.Positions
	t.Open, t.QuoteAt, t.Here.At = t.Open[:0], place.NoPlace, s.Pos
}

// SettleNames settles the names; see [unique.Exact.Settle]. Names may have been added that are after both Pos and Positions.Here.
func (s *Scanner) SettleNames() {
	if names, ok := s.Names.(*unique.Exact); ok {
		names.Settle(s.Src, s.Positions)
	}
}

// beginOfToken returns the offset of the next token. If the scanner is inside a string that begins
// in Src, it returns the offset of that string instead.
func (s *Scanner) beginOfToken() int {
	if s.Positions.InString && s.Positions.QuoteAt != place.NoPlace {
		return s.Positions.QuoteAt
	}
	return s.Pos
}

// Advance scans Src up to the last token whose meaning does not depend on the input that follows. A
// token that may continue after Src is left for later, except that the known part of a string is
// consumed. Advance returns false at a fault that no further input can change.
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

// GoBack restores the state that the scanner had before it tried to scan a token.
func (s *Scanner) GoBack(state State, pos int, tally Tally) {
	s.State, s.Pos, s.Tally.Tally, s.Fault = state, pos, tally, Fault{}
}

// Finish scans the rest of Src, after which the input ends.
func (s *Scanner) Finish() bool {
	if s.Positions.InString {
		if !s.Token('"') {
			return false
		}
		s.Positions.InString = false
	}
	return s.tokens() && s.End()
}

// isCutString reports whether the token is a string that may continue after Src and whose first
// part can be consumed now. A name that must be compared with others is needed as a whole.
func (s *Scanner) isCutString(c byte, before State) bool {
	if c != '"' || s.UniqueNames && (before == WantFirstName || before == WantNextName) {
		return false
	}
	return s.Fault.Kind == UnterminatedString || s.Fault.Kind == UTF8Truncated
}

// Lookahead is how many bytes after a fault are always enough to determine its kind.
const Lookahead = 2 * max(TokenLimit, DetectedAround)

// IsCertain reports whether the fault stays the same whatever follows Src.
func (s *Scanner) IsCertain() bool {
	f := &s.Fault
	return isCertain(f.Kind, len(s.Src)-f.Offset-f.Length)
}

// IsCertain reports whether e stays the same whatever follows the first n bytes of the input.
func (e *Report) IsCertain(n int) bool { return isCertain(e.Kind, n-int(e.Offset)-e.Length) }

// isCertain reports whether a fault of the given kind stays the same whatever follows the n bytes after it.
func isCertain(kind ErrorKind, n int) bool {
	switch kind {
	case TooManyMembers, TooManyTokens:
		return true
	}
	return n >= Lookahead
}
