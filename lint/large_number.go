package lint

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"strings"
)

// hasLargeExponent reports whether src may have a number beyond the range of binary64 with a digit
// in src[begin:end] before its e, and an exponent of three digits.
func hasLargeExponent(src []byte, begin, end int) bool {
	for i := range longExponents(src, begin, end) {
		if isLargeNumber(src, i) {
			return true
		}
	}
	return false
}

// hasLongExponent is hasLargeExponent whatever there is around the number.
func hasLongExponent(src []byte, begin, end int) bool {
	for range longExponents(src, begin, end) {
		return true
	}
	return false
}

// longExponents tells where an e is that comes after a digit in src[begin:end], and may be that of an
// exponent of three digits.
func longExponents(src []byte, begin, end int) iter.Seq[int] {
	const sure = 3 // behind the e: a digit, as is the byte before that
	return func(yield func(int) bool) {
		for i, end := begin+1, min(end+1, len(src)-sure); i < end; i++ {
			i += indexE(src[i:end])
			if i < end && isDigit(src[i-1]) && isDigit(src[i+sure]) && !yield(i) {
				return
			}
		}
	}
}

// indexE returns where the first e or E is in b, or len(b). It goes by words: one is never far.
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
