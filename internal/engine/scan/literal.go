package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// literal scans the literal given by want, whose first byte is at Src[Pos] (RFC 8259, section 3).
func (s *Scanner) literal(want string) bool {
	rest := s.Src[s.Pos:]
	n := syntax.ASCIIWordLen(rest[:min(len(rest), len(want)+1)]) // a misspelt word may be long
	if n <= len(want) && string(rest[:n]) == want[:n] {
		switch {
		case n == len(want):
			s.Pos += n
			return true
		case n == len(rest):
			return s.Fail(flaw.Truncated, len(s.Src), 0)
		case s.failUTF8(s.Pos+n, flaw.UTF8MissingContinuation):
			return false
		}
	}
	return s.Fail(flaw.MisspeltLiteral, s.Pos, TokenLen(rest))
}
