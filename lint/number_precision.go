package lint

import (
	"bytes"
	"math"
	"strconv"

	"github.com/assayjson/assay/tokenizer"
)

// checkPrecision looks for numbers that are other numbers once they have been read as
// binary64 and written again, by as few digits as tell it from its neighbours (RFC 8259,
// section 6).
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
	again := strconv.AppendFloat(nil, value, 'e', -1, 64)
	if bytes.Equal(significant(number), significant(again)) {
		return
	}
	if f := d.findNumber(numberPrecision, t, ""); f != nil {
		f.Message = cut(d.written(t)) + " comes back from binary64 as " + shown(value)
		f.Hint = "write it as a string if all digits matter, or with fewer of them"
	}
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
