package tokenizer

import (
	"math"

	"github.com/assayjson/assay/internal/syntax"
)

// number scans the number that src[pos] begins.
func (s *scanner) number() bool {
	begin := s.pos
	n, kind := consumeNumber(s.src[begin:])
	if s.maxNumber < math.MaxInt {
		if most := s.maxNumber - s.trail.ShortenedAt(begin).Count; n > most {
			return s.fail(NumberTooLong, begin+most, 1)
		}
	}
	switch kind {
	case 0:
	case Truncated:
		return s.fail(kind, begin+n, 0)
	case LeadingZero:
		rest := s.src[begin+n:]
		return s.fail(kind, begin+n, surplusZeros(rest[:min(len(rest), tokenLimit)]))
	default:
		return s.fail(kind, begin+n, 1)
	}
	s.pos += n
	return !s.ijson || s.profileNumber(begin)
}

// consumeNumber returns the length of the number that b begins with (RFC 8259,
// section 6), or the offset and kind of its fault. b begins with a minus sign or
// a digit.
func consumeNumber(b []byte) (n int, kind Kind) {
	if b[0] == '-' {
		n = 1
	}
	integer := digits(b[n:])
	switch {
	case integer == 0:
		return n, missing(b, n, MissingInteger)
	case b[n] == '0' && integer > 1:
		return n, LeadingZero
	}
	n += integer
	if n < len(b) && b[n] == '.' {
		n++
		fraction := digits(b[n:])
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
		exponent := digits(b[n:])
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

// missing tells a digit that is missing at n from one that may yet come.
func missing(b []byte, n int, kind Kind) Kind {
	if n == len(b) {
		return Truncated
	}
	return kind
}

// digits returns how many digits b begins with.
func digits(b []byte) int {
	n := 0
	for n < len(b) && syntax.IsDigit(b[n]) {
		n++
	}
	return n
}

// surplusZeros returns how many zeros to take away from the front of b, a run of
// digits, to leave a number.
func surplusZeros(b []byte) int {
	n := 0
	for n+1 < len(b) && b[n] == '0' && syntax.IsDigit(b[n+1]) {
		n++
	}
	return n
}
