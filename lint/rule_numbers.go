package lint

import (
	"bytes"
	"errors"
	"math"
	"strconv"

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
	if digits := significant(number); isWritten(digits, value, -1) || isWritten(digits, value, mostDigits-1) {
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
// given precision (see [strconv.AppendFloat]).
func isWritten(digits []byte, value float64, precision int) bool {
	if len(digits) > mostDigits {
		return false
	}
	return bytes.Equal(digits, significant(strconv.AppendFloat(nil, value, 'e', precision, 64)))
}

// significant returns the digits of a number from the first nonzero digit to the last. Two numbers
// that are nearly equal and have the same significant digits are equal.
func significant(number []byte) []byte {
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		number = number[:i]
	}
	digits := bytes.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, number)
	return bytes.Trim(digits, "0")
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
