package suspects

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// hasLargeExponent reports whether src may contain a number that has an exponent of at least three
// digits and is beyond the range of binary64. It considers only numbers in which the digit before
// the e is in src[begin:end]. If small is set, it also considers only negative exponents.
func hasLargeExponent(src []byte, begin, end int, small bool) bool {
	for i := longExponent(src, begin, end, small); i >= 0; i = longExponent(src, i, end, small) {
		if isLargeNumber(src, i) {
			return true
		}
	}
	return false
}

// hasLongExponent is like hasLargeExponent, but does not examine the text around the e.
func hasLongExponent(src []byte, begin, end int) bool {
	return longExponent(src, begin, end, false) >= 0
}

// longExponent returns the index of the first e that follows a digit in src[begin:end] and begins an
// exponent of at least three digits, or -1 if there is none. If small is set, it considers only exponents
// with a minus sign.
func longExponent(src []byte, begin, end int, small bool) int {
	end = min(end+1, len(src))
	for i := begin; i < end; {
		i += syntax.IndexExponent(src[i:end])
		if i < end && (!small || syntax.ByteAt(src, i+1) == '-') && hasThreeDigits(src[i+1:]) {
			return i
		}
	}
	return -1
}

// hasThreeDigits reports whether b, the text after an e, begins with an exponent of at least three
// digits.
func hasThreeDigits(b []byte) bool {
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		b = b[1:]
	}
	return len(b) >= 3 && syntax.IsDigit(b[0]) && syntax.IsDigit(b[1]) && syntax.IsDigit(b[2])
}

// word is the number of bytes that are examined at a time.
const word = 8

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// lastOfMark is the last byte of a byte order mark. A number that follows it may be the whole document.
const lastOfMark = 0xBF

// isLargeNumber reports whether the e at src[at], which follows a digit, may belong to a number that
// has an exponent of at least three digits and is beyond the range of binary64. Otherwise the e
// belongs to another number or to other text.
func isLargeNumber(src []byte, at int) bool {
	end := at + 1
	if end < len(src) && (src[end] == '+' || src[end] == '-') {
		end++
	}
	n := syntax.Digits(src[end:])
	end += n
	if n < 3 || end < len(src) && !strings.ContainsRune(",]} \t\r\n", rune(src[end])) {
		return false
	}
	begin := at
	for begin > 0 && (syntax.IsDigit(src[begin-1]) || src[begin-1] == '.' || src[begin-1] == '-') {
		begin--
	}
	return (begin == 0 || src[begin-1] == lastOfMark || strings.ContainsRune(":,[ \t\r\n", rune(src[begin-1]))) && MayBeOutOfRange(src[begin:end])
}

// MayBeOutOfRange reports whether a number may be beyond the range of binary64, so that it becomes
// infinity or zero. It returns true for every long number. Otherwise it returns true if the
// exponent and the number of digits before the exponent are large enough for such a number.
func MayBeOutOfRange(number []byte) bool {
	const (
		shortest = len("1e400")
		long     = 200
		most     = 300 // less than the exponents of the largest number and of the smallest normal number
	)
	if len(number) < shortest {
		return false
	}
	if len(number) >= long {
		return true
	}
	n := bytes.IndexByte(number, 'e')
	if n < 0 {
		if n = bytes.IndexByte(number, 'E'); n < 0 {
			return false
		}
	}
	exponent := 0
	for _, c := range number[n+1:] {
		if syntax.IsDigit(c) {
			exponent = min(10*exponent+int(c-'0'), most)
		}
	}
	return n+exponent > most
}

// hasManyDigits reports whether src contains a run of digits so long that a number with a short
// exponent, or without one, may be too large or too small.
func hasManyDigits(src []byte) bool { return hasRun(src, 200, &digitBytes) }

// hasLongNumber reports whether src may contain a number of 16 bytes or more, not counting its
// exponent. binary64 preserves all numbers that are shorter, unless they have an exponent of at
// least three digits.
func hasLongNumber(src []byte) bool { return hasRun(src, 16, &numberBytes) }

// digitBytes are the digits, and numberBytes are the bytes of numbers without an exponent.
var (
	digitBytes  = [256]bool{'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true}
	numberBytes = [256]bool{'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true, '-': true, '.': true}
)

// hasRun reports whether src contains a run of the given length of bytes that are in the set. It
// examines only the last of every length bytes and, if that byte is in the set, the bytes around it.
func hasRun(src []byte, length int, set *[256]bool) bool {
	for i := length - 1; i < len(src); i += length {
		if !set[src[i]] {
			continue
		}
		begin, end := i, i+1
		for begin > i+1-length && set[src[begin-1]] {
			begin--
		}
		for end < min(begin+length, len(src)) && set[src[end]] {
			end++
		}
		if end-begin == length {
			return true
		}
	}
	return false
}
