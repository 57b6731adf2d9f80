package lint

import (
	"strings"

	"github.com/assayjson/assay/asm"
)

// hasLargeNumber reports whether src may have a number beyond the range of binary64: a digit,
// an e and an exponent of three digits, or many digits in a row.
func hasLargeNumber(src []byte) bool { return hasLargeExponent(src) || hasManyDigits(src) }

func hasLargeExponent(src []byte) bool {
	for i := 0; ; i++ {
		n := asm.IndexExponent(src[i:])
		if n < 0 {
			return false
		}
		if i += n; isLargeNumber(src, i) {
			return true
		}
	}
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
