package streamscan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Advance scans Src up to the last token whose meaning does not depend on the input that follows. A
// token that may continue after Src is left for later, except that the known part of a string is
// consumed. Advance returns false at a fault that no further input can change.
func Advance(s *scan.Scanner) bool {
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
		case isCutString(s, c, state):
			if !s.Positions.InString {
				s.Positions.QuoteAt = pos
			}
			s.Positions.InString = true
			s.GoBack(state, s.Resume-1, tally)
			return true
		case s.Fault.IsCertain(len(s.Src)):
			return false
		}
		s.GoBack(state, pos, tally)
		return true
	}
}

// Finish scans the rest of Src, after which the input ends.
func Finish(s *scan.Scanner) bool {
	if s.Positions.InString {
		if !s.Token('"') {
			return false
		}
		s.Positions.InString = false
	}
	return s.Tokens() && s.End()
}

// isCutString reports whether the token is a string that may continue after Src and whose first
// part can be consumed now. A name that must be compared with others is needed as a whole.
func isCutString(s *scan.Scanner, c byte, before scan.State) bool {
	if c != '"' || s.UniqueNames && (before == scan.WantFirstName || before == scan.WantNextName) {
		return false
	}
	return s.Fault.Kind == flaw.UnterminatedString || s.Fault.Kind == flaw.UTF8Truncated
}
