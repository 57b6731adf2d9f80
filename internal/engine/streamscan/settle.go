package streamscan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Settle computes the positions of everything before Pos that a later error may have to report, so
// that the caller may drop the text before Pos. That text must be valid.
func Settle(s *scan.Scanner) {
	t := s.Positions
	SettleNames(s)
	t.Openers.Truncate(t.Kept)
	for _, opener := range t.Open {
		t.KeepOpener(s.Src, opener)
	}
	t.Open, t.Kept = t.Open[:0], t.Openers.Count
	if s.State == scan.WantNextElement || s.State == scan.WantNextName {
		if comma := scan.CommaBefore(s.Src, beginOfToken(s)); comma >= t.Here.At {
			t.Comma = t.PlaceAt(s.Src, comma)
		}
	}
	if t.QuoteAt != place.NoPlace {
		t.Quote = t.PlaceAt(s.Src, t.QuoteAt)
		t.QuoteAt = place.NoPlace
	}
	SettleEnd(s, s.Pos)
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
func SettleEnd(s *scan.Scanner, i int) {
	t := s.Positions
	if end := syntax.SpaceBegin(s.Src, i, t.Here.At); end > t.Here.At {
		t.End, t.EndAt, t.Last = t.PlaceAt(s.Src, end), end, t.Last[:0]
	}
}

// Forget adjusts the positions to the removal of Src[:n], which follows. That text must have been settled.
func Forget(s *scan.Scanner, n int) {
	t := s.Positions
	if begin := max(t.EndAt-flaw.DetectedAround, 0); begin < min(n, t.EndAt) && len(t.Last) == 0 {
		t.Last = append(t.Last, s.Src[begin:t.EndAt]...)
	}
	t.Forget(n)
}

// SettlePlaceless is like Settle, for a caller that does not need positions. It computes no
// positions of names, and does not even count opening brackets.
func SettlePlaceless(s *scan.Scanner) {
	t := s.Positions
	t.Open, t.QuoteAt, t.Here.At = t.Open[:0], place.NoPlace, s.Pos
}

// SettleNames settles the names; see [unique.Exact.Settle]. Names may have been added that are after both Pos and Positions.Here.
func SettleNames(s *scan.Scanner) {
	if names, ok := s.Names.(*unique.Exact); ok {
		names.Settle(s.Src, s.Positions)
	}
}

// beginOfToken returns the offset of the next token. If the scanner is inside a string that begins
// in Src, it returns the offset of that string instead.
func beginOfToken(s *scan.Scanner) int {
	if s.Positions.InString && s.Positions.QuoteAt != place.NoPlace {
		return s.Positions.QuoteAt
	}
	return s.Pos
}
