package tokenizer

import "github.com/assayjson/assay/internal/syntax"

// literal scans the literal name that src[pos] begins (RFC 8259, section 3).
func (s *scanner) literal(want string) bool {
	rest := s.src[s.pos:]
	n := syntax.WordLen(rest)
	if n <= len(want) && string(rest[:n]) == want[:n] {
		switch {
		case n == len(want):
			s.pos += n
			return true
		case n == len(rest):
			return s.fail(Truncated, len(s.src), 0)
		case s.failUTF8(s.pos + n):
			return false
		}
	}
	return s.fail(MisspeltLiteral, s.pos, min(n, tokenLimit))
}
