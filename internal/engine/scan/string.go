package scan

import (
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/plain"
)

// Text scans the string at Src[Pos] (RFC 8259, section 7).
func (s *Scanner) Text() bool {
	begin := s.Pos
	ok := s.limitString(begin, s.stringBody())
	if s.IJSON {
		// The profile is checked first, because any violation that it finds comes before the fault,
		// if there is a fault.
		return s.profileText(max(begin, s.From-1)) && ok
	}
	return ok
}

// limitString checks the length of the string at Src[quote]. If ok is set, the scanner has reached
// the end of the string. Otherwise it has found a fault in the string. That fault takes precedence
// if it is within the limit.
func (s *Scanner) limitString(quote int, ok bool) bool {
	body, end := bodyOf(s.Positions, quote), s.Fault.Offset
	if ok {
		end = s.Pos - 1
	}
	if end-body <= s.MaxString {
		return ok
	}
	at := quote + 1
	n := unitLen(s.Src[at:])
	for at+n <= body+s.MaxString {
		at += n
		n = unitLen(s.Src[at:])
	}
	if s.Fail(flaw.StringTooLong, at, n); at < s.From { // an error at that offset has already been reported, and must not be reported again
		s.Fault = Fault{flaw.StringTooLong, at, n, place.NoPlace}
	}
	s.Fault.Related = quotePlace(s.Positions, quote)
	return false
}

// unitLen returns the length of the character or escape at the start of b, or of the part of it
// that is in b.
func unitLen(b []byte) int {
	n := 1
	switch {
	case len(b) > 1 && b[0] == '\\' && b[1] == 'u':
		n = len(`\u0000`)
	case b[0] == '\\':
		n = 2
	case b[0] >= utf8.RuneSelf:
		_, n = utf8.DecodeRune(b)
	}
	return min(n, len(b))
}

// stringBody consumes the string at Pos, including its quotation marks.
func (s *Scanner) stringBody() bool {
	quote := s.Pos
	i := max(quote+1, s.From, s.Scanned)
	lone := 0              // the end of the last character so far, if that is a surrogate that lacks its second half
	kernel := quote + near // where to use the kernel again
	for {
		if i >= kernel {
			i, kernel = plain.Skip(s.Src, i)
		}
		if i < kernel {
			if i += plain.Len(s.Src[i:min(kernel, len(s.Src))]); i == kernel {
				continue
			}
		}
		s.Resume = i
		if i == lone {
			s.Resume -= loneLen // the other half of the pair may follow
		}
		if i == len(s.Src) {
			return s.failUnterminated(quote)
		}
		c := s.Src[i]
		switch {
		case c == '"':
			s.Pos = i + 1
			return true
		case c == '\\':
			r, n, fault := escape.Decode(s.Src[i:])
			if fault != escape.None && fault != escape.LoneSurrogate {
				return s.failEscape(fault, quote, i, n)
			}
			i += n
			if fault == escape.LoneSurrogate && r < 0xDC00 {
				lone = i
			}
		case c < utf8.RuneSelf:
			return s.failControl(quote, i)
		default:
			i = skipNonASCII(s.Src, i)
			s.Resume = i
			if i < len(s.Src) && s.Src[i] >= utf8.RuneSelf && s.failUTF8(i, flaw.UTF8Truncated) {
				return false
			}
		}
	}
}

// near is the number of bytes of a string that are scanned without the kernel. Most strings are
// shorter, and calling the kernel would take longer than scanning them.
const near = 128

// loneLen is the length of the escape of a lone surrogate.
const loneLen = len(`\uD800`)

// skipNonASCII returns the offset after the run of well-formed characters outside ASCII at src[i].
func skipNonASCII(src []byte, i int) int {
	for i < len(src) && src[i] >= utf8.RuneSelf {
		if c := src[i]; 0xC2 <= c && c <= 0xDF && i+1 < len(src) && src[i+1]&0xC0 == 0x80 {
			i += 2
			continue
		}
		_, n := utf8.DecodeRune(src[i:])
		if n == 1 { // ill-formed
			break
		}
		i += n
	}
	return i
}

// failUnterminated records that Src ends inside the string that begins at Src[quote].
func (s *Scanner) failUnterminated(quote int) bool {
	s.Fail(flaw.UnterminatedString, len(s.Src), 0)
	s.Fault.Related = quotePlace(s.Positions, quote)
	return false
}

// failControl records a control character at Src[i]. If the character ends a line, a missing
// closing quotation mark may be the cause.
func (s *Scanner) failControl(quote, i int) bool {
	s.Fail(flaw.ControlCharacter, i, 1)
	if s.Src[i] == '\n' || s.Src[i] == '\r' {
		s.Fault.Related = quotePlace(s.Positions, quote)
	}
	return false
}

// quotePlace returns the related place of a fault in the string that begins at quote in the source. It
// returns atQuote if the byte there only takes the place of the opening quotation mark.
func quotePlace(t *place.StreamPositions, quote int) int {
	if t != nil && (t.InString || t.Quoted) {
		return atQuote
	}
	return quote
}

// bodyOf returns the offset in the source of the first byte after the opening quotation mark, for the
// string that begins at quote. The offset is negative if the source no longer holds that part of a
// stream.
func bodyOf(t *place.StreamPositions, quote int) int {
	switch {
	case t == nil || !t.InString:
		return quote + 1
	case t.QuoteAt != place.NoPlace:
		return t.QuoteAt + 1
	}
	return int(t.Quote.Offset-t.Base) + 1
}

// failEscape records an invalid escape at Src[i], whose first n bytes are valid.
func (s *Scanner) failEscape(fault escape.Fault, quote, i, n int) bool {
	switch {
	case fault == escape.Truncated:
		return s.failUnterminated(quote)
	case s.failUTF8(i+n, flaw.UTF8MissingContinuation):
		return false
	case fault == escape.BadHex:
		return s.Fail(flaw.BadUnicodeEscape, i, n)
	}
	_, size := utf8.DecodeRune(s.Src[i+n:])
	return s.Fail(flaw.BadEscape, i, n+size)
}
