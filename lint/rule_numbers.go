package lint

import (
	"bytes"
	"errors"
	"math"
	"math/bits"
	"strconv"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// checkRange looks for numbers that become infinity or zero in binary64 (RFC 8259, section 6).
func checkRange(r *tokenReport, t tokenizer.Token) {
	number := t.Raw()
	if !suspects.MayBeOutOfRange(number) {
		return
	}
	value, err := t.Float64()
	switch {
	case errors.Is(err, strconv.ErrRange):
		if f := r.findToken(ruleset.NumberRange, t); f != nil {
			f.Code = "overflow"
			f.Message = shorten(r.written(t)) + " is too large for binary64, whose maximum is 1.8e308"
			f.Hint = "programs read it as infinity, or reject it; write it as a string"
		}
	case value == 0 && !isZero(number):
		if f := r.findToken(ruleset.NumberRange, t); f != nil {
			f.Code = "underflow"
			f.Message = shorten(r.written(t)) + " is too small for binary64 and becomes 0"
			f.Hint = "write 0, or write the number as a string"
		}
	}
}

// isZero reports whether all digits of the number before its exponent are 0.
func isZero(number []byte) bool {
	for _, c := range number {
		switch {
		case c == 'e' || c == 'E':
			return true
		case '1' <= c && c <= '9':
			return false
		}
	}
	return true
}

// checkPrecision looks for numbers that do not keep their value in binary64 (RFC 8259, section 6).
// A number keeps its value if the nearest binary64 is equal to it, as with all digits of 2^55, or
// if it is the shortest decimal that identifies that binary64, as with 0.1.
func checkPrecision(r *tokenReport, t tokenizer.Token) {
	number := t.Raw()
	const exact = 15 // binary64 preserves all numbers with at most this number of digits, except near its lower limit
	if len(number) <= exact && !bytes.ContainsAny(number, "eE") {
		return
	}
	value, err := t.Float64()
	if err != nil || value == 0 || math.IsInf(value, 0) {
		return // number-range reports it
	}
	var memory [2][64]byte // enough for most numbers
	digits := appendSignificant(memory[0][:0], number)
	if isWritten(memory[1][:0], digits, value, -1) || isExact(memory[1][:0], digits, value) {
		return
	}
	if f := r.findToken(ruleset.NumberPrecision, t); f != nil {
		f.Message = shorten(r.written(t)) + " becomes " + shown(value) + " when it is read as binary64"
		f.Hint = "write fewer digits, or write a string if all digits matter"
	}
}

// mostDigits is the largest number of significant digits of a binary64. The largest subnormal
// number has that many.
const mostDigits = 767

// isWritten reports whether digits are the significant digits of value if value is written with the
// given precision (see [strconv.AppendFloat]). It may use buf, which must be empty.
func isWritten(buf, digits []byte, value float64, precision int) bool {
	written := strconv.AppendFloat(buf, value, 'e', precision, 64)
	return bytes.Equal(digits, appendSignificant(written[:0], written))
}

// isExact reports whether digits are all significant digits of value. It may use buf, which must be
// empty.
func isExact(buf, digits []byte, value float64) bool {
	const log2, log5 = 0.3011, 0.6989 // slightly more than the decimal logarithm of 2, and slightly less than that of 5
	fraction, exponent := math.Frexp(value)
	mantissa := uint64(math.Abs(math.Ldexp(fraction, 53)))
	places := max(53-exponent-bits.TrailingZeros64(mantissa), 0)
	if float64(len(digits)) < log5*float64(places) {
		return false // value is an odd number divided by 2 to the power of places, so it has at least as many digits as 5 to that power
	}
	precision := places + int(log2*float64(max(exponent, 0))) + 1 // as many digits as value may have after and before its decimal point
	return isWritten(buf, digits, value, min(precision, mostDigits-1))
}

// appendSignificant appends the digits of a number from the first nonzero digit to the last. Two
// numbers that are nearly equal and have the same significant digits are equal. dst may be the start
// of number.
func appendSignificant(dst, number []byte) []byte {
	begin, end := len(dst), len(dst)
	for _, c := range number {
		switch {
		case c|0x20 == 'e':
			return dst[:end]
		case syntax.IsDigit(c) && (c != '0' || len(dst) > begin):
			if dst = append(dst, c); c != '0' {
				end = len(dst)
			}
		}
	}
	return dst[:end]
}

// shown returns value in almost the same form as JavaScript.
func shown(value float64) string {
	if abs := math.Abs(value); 1e-6 <= abs && abs < 1e21 {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// checkInteger looks for integers outside the range in which binary64 represents every integer (RFC
// 7493, section 2.2).
func checkInteger(r *tokenReport, t tokenizer.Token) {
	number := t.Raw()
	digits := bytes.TrimPrefix(number, []byte("-"))
	const largest = "9007199254740991" // 2^53 - 1
	if len(digits) < len(largest) || bytes.ContainsAny(digits, ".eE") {
		return
	}
	if len(digits) == len(largest) && string(digits) <= largest {
		return
	}
	if f := r.findToken(ruleset.UnsafeInteger, t); f != nil {
		f.Message = shorten(r.written(t)) + " is outside ±" + largest + ", the range in which binary64 represents every integer"
		f.Hint = "write it as a string, as is common for identifiers"
	}
}
