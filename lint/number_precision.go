package lint

import (
	"bytes"
	"math"
	"strconv"

	"github.com/assayjson/assay/tokenizer"
)

// checkPrecision looks for numbers that don't keep their value in binary64 (RFC 8259, section 6).
// A number keeps it if it is exactly that of the binary64 that is nearest, as 2^55 in full is,
// or if it is what that is written as, by as few digits as tell it from its neighbours, as 0.1
// is.
func checkPrecision(d *document, t tokenizer.Token) {
	number := t.Raw()
	const exact = 15 // digits that binary64 always keeps, but near its lower end
	if len(number) <= exact && !bytes.ContainsAny(number, "eE") {
		return
	}
	value, err := strconv.ParseFloat(string(number), 64)
	if err != nil || value == 0 || math.IsInf(value, 0) {
		return // number-range tells
	}
	if digits := significant(number); isWritten(digits, value, -1) || isWritten(digits, value, mostDigits-1) {
		return
	}
	if f := d.findNumber(numberPrecision, t, ""); f != nil {
		f.Message = cut(d.written(t)) + " comes back from binary64 as " + shown(value)
		f.Hint = "write it as a string if all digits matter, or with fewer of them"
	}
}

// mostDigits is how many digits a binary64 has at the most, from the first to the last that is
// not 0: the largest of those below the smallest normal one has them.
const mostDigits = 767

// isWritten reports whether digits are those of value, written with that precision. Many would
// not fit.
func isWritten(digits []byte, value float64, precision int) bool {
	if len(digits) > mostDigits {
		return false
	}
	return bytes.Equal(digits, significant(strconv.AppendFloat(nil, value, 'e', precision, 64)))
}

// significant returns the digits of a number from its first to its last that is not 0. Two
// numbers that are nearly equal are equal if these are.
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

// shown returns value as programs in JavaScript write it, nearly.
func shown(value float64) string {
	if abs := math.Abs(value); 1e-6 <= abs && abs < 1e21 {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
