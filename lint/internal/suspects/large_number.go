package suspects

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"strings"

	"github.com/assayjson/assay/internal/syntax"
)

// hasLargeExponent reports whether src may contain a number that is beyond the range of binary64
// and has an exponent of at least three digits. It considers only numbers in which the digit before
// the e is in src[begin:end].
func hasLargeExponent(src []byte, begin, end int) bool {
	for i := range longExponents(src, begin, end) {
		if isLargeNumber(src, i) {
			return true
		}
	}
	return false
}

// hasLongExponent is like hasLargeExponent, but does not examine the text around the e.
func hasLongExponent(src []byte, begin, end int) bool {
	for range longExponents(src, begin, end) {
		return true
	}
	return false
}

// longExponents yields the index of each e that follows a digit in src[begin:end] and may begin an
// exponent of at least three digits.
func longExponents(src []byte, begin, end int) iter.Seq[int] {
	const sure = 3 // there must be a digit at this distance after the e, and another digit directly before the e
	return func(yield func(int) bool) {
		for i, end := begin+1, min(end+1, len(src)-sure); i < end; i++ {
			i += indexE(src[i:end])
			if i < end && syntax.IsDigit(src[i-1]) && syntax.IsDigit(src[i+sure]) && !yield(i) {
				return
			}
		}
	}
}

// indexE returns the index of the first e or E in b, or len(b). It reads 8 bytes at a time, because
// the next e is usually near.
func indexE(b []byte) (i int) {
	const word, low, lowest = 8, 0x7F7F7F7F7F7F7F7F, 0x0101010101010101
	for ; i+word <= len(b); i += word {
		w := (binary.LittleEndian.Uint64(b[i:]) | 0x20*lowest) ^ 'e'*lowest
		if zeros := ^(w&low + low | w | low); zeros != 0 {
			return i + bits.TrailingZeros64(zeros)/8
		}
	}
	for i < len(b) && b[i]|0x20 != 'e' {
		i++
	}
	return i
}

// isLargeNumber reports whether the e at src[at], which follows a digit, may belong to a number
// with an exponent of at least three digits. Otherwise the e belongs to other text.
func isLargeNumber(src []byte, at int) bool {
	rest := src[at+1:]
	if len(rest) > 0 && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	n := syntax.Digits(rest)
	if n < 3 || n < len(rest) && !strings.ContainsRune(",]} \t\r\n", rune(rest[n])) {
		return false
	}
	for at > 0 && (syntax.IsDigit(src[at-1]) || src[at-1] == '.' || src[at-1] == '-') {
		at--
	}
	return at == 0 || strings.ContainsRune(":,[ \t\r\n", rune(src[at-1]))
}

// hasManyDigits reports whether src contains a run of digits so long that a number with a short
// exponent, or without one, may be too large or too small. It examines only every 200th byte and,
// if that byte is a digit, the bytes around it.
func hasManyDigits(src []byte) bool {
	const many = 200
	for i := many - 1; i < len(src); i += many {
		if !syntax.IsDigit(src[i]) {
			continue
		}
		begin := i
		for begin > max(i-many, 0) && syntax.IsDigit(src[begin-1]) {
			begin--
		}
		if syntax.Digits(src[begin:min(begin+many, len(src))]) == many {
			return true
		}
	}
	return false
}
