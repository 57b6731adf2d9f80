package format

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/decimal"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/tokenizer"
)

// A NotFiniteError reports a number that JSON5 allows but that JSON does not have.
type NotFiniteError struct {
	Offset int64  // in bytes, from 0
	Number string // NaN, Infinity or -Infinity
}

// Error returns a message with the position and the number.
func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("byte %d: JSON has no %s", e.Offset, e.Number)
}

// checkFinite returns a [*NotFiniteError] for the first NaN or infinity in src, which must be
// valid.
func checkFinite(src []byte, d dialect.Dialect) error {
	if d != dialect.JSON5 {
		return nil
	}
	json, places, _ := dialect.Lower(src, d)
	if places.IsIdentity() {
		return nil
	}
	tokens := tokenizer.New(json)
	for {
		token, err := tokens.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if special := places.Special(token.Offset()); special != "" {
			return &NotFiniteError{places.Offset(token.Offset()), special}
		}
	}
}

// appendCanonical appends a string, number or literal in the form of RFC 8785. The text must be
// I-JSON. It may use the memory of scratch, and returns it extended.
func appendCanonical(dst, token, scratch []byte) (out, extended []byte) {
	switch c := token[0]; {
	case c == '"' && bytes.IndexByte(token, '\\') >= 0:
		// AppendQuote uses the escapes that RFC 8785, section 3.2.2.2, requires.
		scratch = unique.AppendText(scratch[:0], token[1:len(token)-1], escape.ReplaceSurrogates)
		dst, _ = escape.AppendQuote(dst, scratch)
		return dst, scratch
	case syntax.IsNumberStart(c) && !isCanonicalNumber(token):
		return appendCanonicalNumber(dst, token), scratch
	}
	return append(dst, token...), scratch
}

// hasCanonicalEscapes reports whether all escapes of a string are those that RFC 8785 requires. The
// marks are the offsets in src of the characters after the backslashes.
func hasCanonicalEscapes(src []byte, marks []uint32) bool {
	for _, mark := range marks {
		switch src[mark] {
		case '"', '\\', 'b', 'f', 'n', 'r', 't':
		case 'u':
			if !isCanonicalUnit(src[mark+1 : mark+5]) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isCanonicalUnit reports whether the character with these four hexadecimal digits is written so: it
// is a control character without a shorter escape, and its digits are in lower case.
func isCanonicalUnit(digits []byte) bool {
	if string(digits[:2]) != "00" || digits[2]>>1 != '0'>>1 || digits[3]-'A' <= 'F'-'A' {
		return false
	}
	return digits[2] == '1' || bytes.IndexByte([]byte("89acd"), digits[3]) < 0
}

// isCanonicalNumber reports whether a number is known to be in its canonical form, because it has no
// exponent and so few digits that no other number with as few digits has the same value: 15, or 16
// if it is an integer up to 2^53. All other numbers have to be converted.
func isCanonicalNumber(number []byte) bool {
	if number[0] == '-' {
		if number = number[1:]; number[0] == '0' && len(number) == 1 {
			return false
		}
	}
	if len(number) > 16 {
		return false
	}
	point := 0
	for i, c := range number {
		if c-'0' > 9 {
			if c != '.' {
				return false
			}
			point = i
		}
	}
	switch {
	case point == 0:
		return len(number) <= 15 || string(number) <= "9007199254740992"
	case number[len(number)-1] == '0':
		return false
	}
	return number[0] != '0' || !bytes.HasPrefix(number, []byte("0.000000"))
}

// appendCanonicalNumber appends a number in the form of ECMAScript (RFC 8785, section 3.2.2.3;
// ECMA-262, Number::toString). This form has the fewest digits from which the same float64 can be
// read, and an exponent if the absolute value is at least 1e21 or below 1e-6.
func appendCanonicalNumber(dst, number []byte) []byte {
	f, _ := decimal.Float64(index.TextOf(number))
	return appendNumber(dst, f)
}

// appendNumber is like appendCanonicalNumber for a float64.
func appendNumber(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0') // also for negative zero
	}
	return decimal.AppendFloat(dst, f)
}

// digitsOf appends the digits of a number to dst, without zeros at the beginning and the end. It
// also returns how many of the digits are before the decimal point, which is negative if there are
// zeros between the point and the first digit.
func digitsOf(dst, number []byte) (digits []byte, point int) {
	last, fraction := 0, 0 // the length of dst without zeros at the end; 1 after the decimal point
	for i, c := range number {
		switch {
		case c == '.':
			fraction = 1
		case c == '0' && len(dst) == 0:
			point -= fraction
		case syntax.IsDigit(c):
			dst = append(dst, c)
			if point += 1 - fraction; c != '0' {
				last = len(dst)
			}
		case c != '-':
			exponent, err := strconv.Atoi(string(number[i+1:]))
			if err != nil {
				exponent = math.MaxInt32 // the exponent is far too long
			}
			return dst[:last], point + exponent
		}
	}
	return dst[:last], point
}
