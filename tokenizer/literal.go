package tokenizer

// literal scans the literal name that src[pos] begins (RFC 8259, section 3).
func (s *scanner) literal(want string) bool {
	rest := s.src[s.pos:]
	n := wordLen(rest)
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

// wordLen returns the length of the word that b begins with.
func wordLen(b []byte) int {
	n := 0
	for n < len(b) && isWord(b[n]) {
		n++
	}
	return n
}

// isWord reports whether c can be part of a word, as programming languages have
// them.
func isWord(c byte) bool { return isWordStart(c) || isDigit(c) }

func isWordStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$'
}
