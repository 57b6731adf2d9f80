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
	digit := uint64(0)
	i := 0
	for ; i+block <= len(src); i += block {
		b := src[i : i+block]
		var found [4]uint64
		found[0], digit = digitAndE(binary.LittleEndian.Uint64(b), digit)
		found[1], digit = digitAndE(binary.LittleEndian.Uint64(b[8:]), digit)
		found[2], digit = digitAndE(binary.LittleEndian.Uint64(b[16:]), digit)
		found[3], digit = digitAndE(binary.LittleEndian.Uint64(b[24:]), digit)
		if (found[0]|found[1]|found[2]|found[3])&highs != 0 && hasLargeExponentIn(src, i, i+block) {
			return true
		}
	}
	return hasLargeExponentIn(src, i, len(src))
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// digitAndE finds e and E in v that come after a digit: their bytes have the highest bit set
// in found, and a few others have, too. A digit before v is what the last call returned.
//
// Digits have the bits 5 and 4, and not 6. A byte of x is 0 for an e; that a byte is 0 shows in
// its highest bit when 1 is taken away (Warren, Hacker's Delight, 6-1).
func digitAndE(v, before uint64) (found, digit uint64) {
	x := (v | 0x20*ones) ^ 'e'*ones
	digits := v & (v << 1) &^ (v >> 1)
	return (x - ones) &^ x & (digits<<10 | before), digits >> 54
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
