package scan

import (
	"math"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// number scans the number that begins at Src[Pos].
func (s *Scanner) number() bool {
	begin := s.Pos
	n, kind := ConsumeNumber(s.Src[begin:])
	if s.MaxNumber < math.MaxInt {
		if most := s.MaxNumber - s.Positions.ShortenedAt(begin).Count; n > most {
			return s.Fail(flaw.NumberTooLong, begin+most, 1)
		}
	}
	switch kind {
	case 0:
	case flaw.Truncated:
		return s.Fail(kind, begin+n, 0)
	case flaw.LeadingZero:
		rest := s.Src[begin+n:]
		return s.Fail(kind, begin+n, surplusZeros(rest[:min(len(rest), flaw.TokenLimit)]))
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
	n, kind := ConsumeNumber(b)
	return n == len(b) && kind == 0 && !isInRange(b, 0)
}

// ConsumeNumber returns the length of the number at the start of b (RFC 8259, section 6). If the
// number is invalid, it returns the offset and kind of the error. b must begin with a minus sign or
// a digit.
func ConsumeNumber(b []byte) (n int, kind flaw.ErrorKind) {
	if b[0] == '-' {
		n = 1
	}
	if n+1 < len(b) && b[n] == '0' && syntax.IsDigit(b[n+1]) {
		return n, flaw.LeadingZero // the digits, which may be many, need not be counted
	}
	integer := syntax.Digits(b[n:])
	if integer == 0 {
		return n, missing(b, n, flaw.MissingInteger)
	}
	n += integer
	if n < len(b) && b[n] == '.' {
		n++
		fraction := syntax.Digits(b[n:])
		if fraction == 0 {
			return n, missing(b, n, flaw.MissingFraction)
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
			return n, missing(b, n, flaw.MissingExponent)
		}
		n += exponent
	}
	if n < len(b) && syntax.LooksNumeric(b[n]) {
		return n, flaw.BadNumber
	}
	return n, 0
}

// missing returns kind if a required digit is missing at b[n], or flaw.Truncated if b ends there.
func missing(b []byte, n int, kind flaw.ErrorKind) flaw.ErrorKind {
	if n == len(b) {
		return flaw.Truncated
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
