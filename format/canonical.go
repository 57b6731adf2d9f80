package format

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/decimal"
	"github.com/assayjson/assay/tokenizer"
)

// A NotFiniteError reports a number that JSON5 allows but that has no canonical form.
type NotFiniteError struct {
	Offset int64  // in bytes, from 0
	Number string // NaN, Infinity or -Infinity
}

// Error returns a message with the position and the number.
func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("byte %d: %s has no canonical form", e.Offset, e.Number)
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

// appendCanonical appends a token in the form of RFC 8785. The text must be I-JSON.
func appendCanonical(dst []byte, it *item) []byte {
	switch it.kind {
	case tokenizer.String, tokenizer.Name:
		if bytes.IndexByte(it.text, '\\') < 0 {
			break
		}
		// AppendQuote uses the escapes that RFC 8785, section 3.2.2.2, requires.
		dst, _ = escape.AppendQuote(dst, escape.AppendUnescaped(nil, it.text[1:len(it.text)-1]))
		return dst
	case tokenizer.Number:
		f, _ := decimal.Float64(string(it.text))
		return appendNumber(dst, f)
	}
	return append(dst, it.text...)
}

// appendNumber appends f in the form of ECMAScript (RFC 8785, section 3.2.2.3; ECMA-262,
// Number::toString). This form has the fewest digits from which f can be read back, and an exponent
// if the absolute value is at least 1e21 or below 1e-6.
func appendNumber(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	if f < 0 {
		dst, f = append(dst, '-'), -f
	}
	var room [32]byte
	mantissa, exponent, _ := bytes.Cut(strconv.AppendFloat(room[:0], f, 'e', -1, 64), []byte{'e'})
	digits := append(mantissa[:1:1], bytes.TrimPrefix(mantissa[1:], []byte{'.'})...)
	e, _ := strconv.Atoi(string(exponent))
	point := e + 1 // the number of digits before the decimal point; may be negative
	switch {
	case len(digits) <= point && point <= 21:
		return appendZeros(append(dst, digits...), point-len(digits))
	case 0 < point && point <= 21:
		return append(append(append(dst, digits[:point]...), '.'), digits[point:]...)
	case -6 < point && point <= 0:
		return append(appendZeros(append(dst, "0."...), -point), digits...)
	}
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(append(dst, '.'), digits[1:]...)
	}
	dst = append(dst, 'e')
	if e > 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, int64(e), 10)
}

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, '0')
	}
	return dst
}
