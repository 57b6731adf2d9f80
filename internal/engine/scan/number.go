package scan

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// number scans the number that begins at Src[Pos].
func (s *Scanner) number() bool {
	begin := s.Pos
	n, kind := consumeNumber(s.Src[begin:])
	if s.MaxNumber < math.MaxInt {
		if most := s.MaxNumber - s.Positions.ShortenedAt(begin).Count; n > most {
			return s.Fail(NumberTooLong, begin+most, 1)
		}
	}
	switch kind {
	case 0:
	case Truncated:
		return s.Fail(kind, begin+n, 0)
	case LeadingZero:
		rest := s.Src[begin+n:]
		return s.Fail(kind, begin+n, surplusZeros(rest[:min(len(rest), TokenLimit)]))
	default:
		size, _ := utf8check.Sequence(s.Src[begin+n:])
		return s.Fail(kind, begin+n, size)
	}
	s.Pos += n
	return !s.IJSON || s.profileNumber(begin)
}

// IsOutOfRange reports whether b is a number that is out of the range of binary64. b must not be
// empty.
func IsOutOfRange(b []byte) bool {
	if !syntax.IsNumberStart(b[0]) {
		return false
	}
	n, kind := consumeNumber(b)
	return n == len(b) && kind == 0 && !isInRange(b, 0)
}

// consumeNumber returns the length of the number at the start of b (RFC 8259, section 6). If the
// number is invalid, it returns the offset and kind of the error. b must begin with a minus sign or
// a digit.
func consumeNumber(b []byte) (n int, kind ErrorKind) {
	if b[0] == '-' {
		n = 1
	}
	if n+1 < len(b) && b[n] == '0' && syntax.IsDigit(b[n+1]) {
		return n, LeadingZero // the digits, which may be many, need not be counted
	}
	integer := syntax.Digits(b[n:])
	if integer == 0 {
		return n, missing(b, n, MissingInteger)
	}
	n += integer
	if n < len(b) && b[n] == '.' {
		n++
		fraction := syntax.Digits(b[n:])
		if fraction == 0 {
			return n, missing(b, n, MissingFraction)
		}
		n += fraction
	}
	if n < len(b) && (b[n] == 'e' || b[n] == 'E') {
		n++
		if n < len(b) && (b[n] == '+' || b[n] == '-') {
			n++
		}
		exponent := syntax.Digits(b[n:])
		if exponent == 0 {
			return n, missing(b, n, MissingExponent)
		}
		n += exponent
	}
	if n < len(b) && syntax.LooksNumeric(b[n]) {
		return n, BadNumber
	}
	return n, 0
}

// missing returns kind if a required digit is missing at b[n], or Truncated if b ends there.
func missing(b []byte, n int, kind ErrorKind) ErrorKind {
	if n == len(b) {
		return Truncated
	}
	return kind
}

// surplusZeros returns how many zeros must be removed from the start of b, a run of digits, to
// leave a valid number.
func surplusZeros(b []byte) int {
	n := 0
	for n+1 < len(b) && b[n] == '0' && syntax.IsDigit(b[n+1]) {
		n++
	}
	return n
}

// IsNumber reports whether text is a number (RFC 8259, section 6). It does the same as consumeNumber,
// but does not find the error.
func IsNumber(text string) bool {
	i := 0
	if text != "" && text[0] == '-' {
		i = 1
	}
	begin := i
	if i = digitsEnd(text, i); i == begin || text[begin] == '0' && i > begin+1 {
		return false
	}
	if i < len(text) && text[i] == '.' {
		begin = i + 1
		if i = digitsEnd(text, begin); i == begin {
			return false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		begin = i + 1
		if begin < len(text) && (text[begin] == '+' || text[begin] == '-') {
			begin++
		}
		if i = digitsEnd(text, begin); i == begin {
			return false
		}
	}
	return i == len(text)
}

// digitsEnd returns the offset of the first byte at or after text[i] that is not a digit. It looks at
// eight bytes at a time, which may begin before text[i] at the end of text.
func digitsEnd(text string, i int) int {
	for ; len(text)-i >= 8; i += 8 {
		if others := otherBytes(wordAt(text, i)); others != 0 {
			return i + bits.TrailingZeros64(others)/8
		}
	}
	if left := len(text) - i; left > 0 && len(text) >= 8 {
		word := wordAt(text, len(text)-8) >> (64 - 8*left) // followed by zero bytes, which are not digits
		return i + bits.TrailingZeros64(otherBytes(word))/8
	}
	for i < len(text) && syntax.IsDigit(text[i]) {
		i++
	}
	return i
}

func wordAt(text string, i int) uint64 {
	return binary.LittleEndian.Uint64(unsafe.Slice(unsafe.StringData(text[i:]), 8))
}

// otherBytes sets the high bit of the first byte of word that is not a digit, and maybe of later ones. A
// byte is a digit if neither adding 0x46 nor subtracting 0x30 sets its high bit.
func otherBytes(word uint64) uint64 {
	const high, add, subtract = 0x8080808080808080, 0x4646464646464646, 0x3030303030303030
	return (word | (word + add) | (word - subtract)) & high
}
