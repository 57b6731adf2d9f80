package tokenizer

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/utf8check"
)

// text scans the string that src[pos] opens (RFC 8259, section 7).
func (s *scanner) text() bool {
	begin := s.pos
	ok := s.limitString(begin, s.stringBody())
	if s.ijson {
		// The profile first: what it finds stands before the fault, if there
		// is one.
		return s.profileText(max(begin, s.from-1)) && ok
	}
	return ok
}

// stringBody passes the string, its quotes included.
func (s *scanner) stringBody() bool {
	quote := s.pos
	i := max(quote+1, s.from)
	lone := 0 // where a lone surrogate ends, if it is the last character
	for {
		i += asm.PlainLen(s.src[i:])
		s.resume = i
		if i == lone && s.ijson {
			s.resume -= loneLen // what comes next may be its other half
		}
		if i == len(s.src) {
			return s.failUnterminated(quote)
		}
		c := s.src[i]
		switch {
		case c == '"':
			s.pos = i + 1
			return true
		case c == '\\':
			_, n, fault := escape.Decode(s.src[i:])
			if fault != escape.None && fault != escape.LoneSurrogate {
				return s.failEscape(fault, quote, i, n)
			}
			i += n
			if fault == escape.LoneSurrogate {
				lone = i
			}
		case c < utf8.RuneSelf:
			return s.failControl(quote, i)
		default:
			i = s.skipNonASCII(i)
			s.resume = i
			if s.failUTF8(i) {
				return false
			}
		}
	}
}

// loneLen is the length of the escape of a lone surrogate.
const loneLen = len(`\uD800`)

// skipNonASCII passes the well-formed characters outside ASCII that stand at i.
func (s *scanner) skipNonASCII(i int) int {
	for i < len(s.src) && s.src[i] >= utf8.RuneSelf {
		n, kind := utf8check.Sequence(s.src[i:])
		if kind != utf8check.WellFormed {
			break
		}
		i += n
	}
	return i
}

func (s *scanner) failUnterminated(quote int) bool {
	s.fail(UnterminatedString, len(s.src), 0)
	s.fault.related = s.quotePlace(quote)
	return false
}

// failControl reports the control character at i. Where it ends a line, the closing quote may
// be what is missing.
func (s *scanner) failControl(quote, i int) bool {
	s.fail(ControlCharacter, i, 1)
	if s.src[i] == '\n' || s.src[i] == '\r' {
		s.fault.related = s.quotePlace(quote)
	}
	return false
}

// quotePlace returns the related place of a fault in the string that src[quote] opens, or
// seems to.
func (s *scanner) quotePlace(quote int) int {
	if s.trail != nil && (s.trail.InString || s.trail.Quoted) {
		return atQuote
	}
	return quote
}

// bodyOf returns where the body of that string begins.
func (s *scanner) bodyOf(quote int) int {
	t := s.trail
	switch {
	case t == nil || !t.InString:
		return quote + 1
	case t.QuoteAt != place.NoPlace:
		return t.QuoteAt + 1
	}
	return int(t.Quote.Offset-t.Base) + 1
}

// failEscape reports the bad escape at i, of which n bytes are right.
func (s *scanner) failEscape(fault escape.Fault, quote, i, n int) bool {
	switch {
	case fault == escape.Truncated:
		return s.failUnterminated(quote)
	case s.failUTF8(i + n):
		return false
	case fault == escape.BadHex:
		return s.fail(BadUnicodeEscape, i, n)
	}
	_, size := utf8.DecodeRune(s.src[i+n:])
	return s.fail(BadEscape, i, n+size)
}
