package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Int64 returns the value of a number that is written as an integer, without a fraction or an
// exponent.
//
// The errors of Int64, Uint64 and Float64 are of type [*strconv.NumError]. They wrap
// [strconv.ErrRange] for a number that the result type cannot hold, and [strconv.ErrSyntax] for a
// token that the method cannot convert. Their Num is the token as it is written, or, if the token
// is longer than 64 bytes, its first 64 bytes and "...".
func (t Text) Int64() (int64, error) {
	if err := t.notNumber("ParseInt"); err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(t.decidingDigits(), 10, 64)
	return n, t.numberError(err)
}

// Uint64 is like [Text.Int64], but for numbers that are not negative.
func (t Text) Uint64() (uint64, error) {
	if err := t.notNumber("ParseUint"); err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(t.decidingDigits(), 10, 64)
	return n, t.numberError(err)
}

// Float64 returns the binary64 number that is nearest to the value of a number. See [Text.Int64]
// for its errors.
func (t Text) Float64() (float64, error) {
	if err := t.notNumber("ParseFloat"); err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(t.Raw, 64)
	return f, t.numberError(err)
}

// mostInError is the maximum number of bytes of a token that an error quotes.
const mostInError = 64

// decidingDigits returns the part of a number that is enough to parse it as an integer. A number
// has no leading zeros, so a longer number is out of range, or has a decimal point or an exponent.
func (t Text) decidingDigits() string { return t.Raw[:min(len(t.Raw), mostInError)] }

// numberError returns err with the text of the token instead of strconv's own copy, which may be
// very long.
func (t Text) numberError(err error) error {
	if err == nil {
		return nil
	}
	var failed *strconv.NumError
	if !errors.As(err, &failed) {
		return err
	}
	return &strconv.NumError{Func: failed.Func, Num: t.textInError(), Err: failed.Err}
}

// notNumber returns an error if t is not a number, and nil otherwise.
func (t Text) notNumber(function string) error {
	if t.Kind == Number {
		return nil
	}
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
