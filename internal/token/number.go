package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/decimal"
)

// Int64 returns the value of a number that is written as an integer, without a fraction or an
// exponent.
//
// The errors of Int64, Uint64 and Float64 are of type [*strconv.NumError]. They wrap
// [strconv.ErrRange] for a number that the result type cannot hold, and [strconv.ErrSyntax] for a
// token that the method cannot convert. Their Num is the token as it is written, or, if the token
// is longer than 64 bytes, its first 64 bytes and "...".
func (t Text) Int64() (int64, error) {
	if t.Kind != Number {
		return 0, t.notNumber("ParseInt")
	}
	n, err := decimal.Int64(t.decidingDigits())
	if err != nil {
		err = t.numberError(err)
	}
	return n, err
}

// Uint64 is like [Text.Int64], but for numbers that are not negative.
func (t Text) Uint64() (uint64, error) {
	if t.Kind != Number {
		return 0, t.notNumber("ParseUint")
	}
	n, err := decimal.Uint64(t.decidingDigits())
	if err != nil {
		err = t.numberError(err)
	}
	return n, err
}

// Float64 returns the binary64 number that is nearest to the value of a number. See [Text.Int64]
// for its errors.
func (t Text) Float64() (float64, error) {
	if t.Kind != Number {
		return 0, t.notNumber("ParseFloat")
	}
	f, err := decimal.Float64(t.Raw)
	if err != nil {
		err = t.numberError(err)
	}
	return f, err
}

// mostInError is the maximum number of bytes of a token that an error quotes.
const mostInError = 64

// decidingDigits returns the part of a number that is enough to parse it as an integer. A number
// has no leading zeros, so a longer number is out of range, or has a decimal point or an exponent.
func (t Text) decidingDigits() string { return t.Raw[:min(len(t.Raw), mostInError)] }

// numberError returns err with the text of the token, shortened if it is long.
func (t Text) numberError(err error) error {
	var failed *strconv.NumError
	if len(t.Raw) <= mostInError || !errors.As(err, &failed) {
		return err
	}
	return &strconv.NumError{Func: failed.Func, Num: t.textInError(), Err: failed.Err}
}

// notNumber returns the error for a token that is not a number.
func (t Text) notNumber(function string) error {
	err := fmt.Errorf("%w: not a number, but %s", strconv.ErrSyntax, t.Kind.described())
	if t.Kind == 0 {
		err = fmt.Errorf("%w: there is no value", strconv.ErrSyntax)
	}
	return &strconv.NumError{Func: function, Num: t.textInError(), Err: err}
}

// textInError returns a copy of the token, shortened if it is long.
func (t Text) textInError() string {
	if len(t.Raw) <= mostInError {
		return strings.Clone(t.Raw)
	}
	return t.Raw[:mostInError] + "..."
}
