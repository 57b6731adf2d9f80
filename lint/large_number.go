package lint

import (
	"encoding/binary"
	"strings"
)

// hasLargeNumber reports whether src may have a number beyond the range of binary64: a digit,
// an e and an exponent of three digits, or many digits in a row.
func hasLargeNumber(src []byte) bool { return hasLargeExponent(src) || hasManyDigits(src) }

// hasLargeExponent looks for an e after a digit, 32 bytes at a time, and then more closely.
func hasLargeExponent(src []byte) bool {
	const block = 32
	i := 1
	for ; i+block <= len(src); i += block {
		b := src[i-1 : i+block]
		found := eAfterDigit(b) | eAfterDigit(b[8:]) | eAfterDigit(b[16:]) | eAfterDigit(b[24:])
		if found&highs != 0 && hasLargeExponentIn(src, i, i+block) {
			return true
		}
	}
	return hasLargeExponentIn(src, i, len(src))
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// eAfterDigit finds e and E among b[1:9], each after a digit: their bytes have the highest bit set,
// and so have a few others.
//
// A byte of x is 0 for an e after 0x30 to 0x3F. That a byte is 0 shows in its highest bit when 1 is
// taken away (Warren, Hacker's Delight, 6-1).
func eAfterDigit(b []byte) uint64 {
	before, v := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[1:])
	x := ((v | 0x20*ones) ^ 'e'*ones) | ((before & (0xF0 * ones)) ^ 0x30*ones)
	return (x - ones) &^ x
}

func hasLargeExponentIn(src []byte, from, to int) bool {
	for i := max(from, 1); i < to; i++ {
		if src[i]|0x20 == 'e' && isDigit(src[i-1]) && isLargeNumber(src, i) {
			return true
		}
	}
	return false
}

// isLargeNumber reports whether the e at src[at], which comes after a digit, may be that of a
// number with three digits of exponent, rather than of some text.
func isLargeNumber(src []byte, at int) bool {
	rest := src[at+1:]
	if len(rest) > 0 && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	n := digits(rest)
	if n < 3 || n < len(rest) && !strings.ContainsRune(",]} \t\r\n", rune(rest[n])) {
		return false
	}
	for at > 0 && (isDigit(src[at-1]) || src[at-1] == '.' || src[at-1] == '-') {
		at--
	}
	return at == 0 || strings.ContainsRune(":,[ \t\r\n", rune(src[at-1]))
}

// hasManyDigits reports whether src has so many digits in a row that a number with a short
// exponent, or none, may be too large or too small. It looks at some bytes, and around those
// that are digits.
func hasManyDigits(src []byte) bool {
	const many = 200
	for i := many - 1; i < len(src); i += many {
		if !isDigit(src[i]) {
			continue
		}
		begin := i
		for begin > max(i-many, 0) && isDigit(src[begin-1]) {
			begin--
		}
		if digits(clip(src[begin:], many)) == many {
			return true
		}
	}
	return false
}
