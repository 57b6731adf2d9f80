package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Int64 returns the value of a number that is written as an integer, without fraction and
// exponent. Its errors, and those of the next two methods, are of type [*strconv.NumError], and wrap
// [strconv.ErrRange] for what the type can't hold, and [strconv.ErrSyntax] for what is no such
// number. Their Num is the token as it is written, or, if that is longer than 64 bytes, its
// beginning and "...".
func (t Text) Int64() (int64, error) {
	if err := t.notNumber("ParseInt"); err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(t.decidingDigits(), 10, 64)
	return n, t.numberError(err)
}

// Uint64 is [Text.Int64] for numbers that are not negative.
func (t Text) Uint64() (uint64, error) {
	if err := t.notNumber("ParseUint"); err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(t.decidingDigits(), 10, 64)
	return n, t.numberError(err)
}

// Float64 returns the binary64 that is nearest to a number.
func (t Text) Float64() (float64, error) {
	if err := t.notNumber("ParseFloat"); err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(t.Raw, 64)
	return f, t.numberError(err)
}

// mostInError is how many bytes of a token the error of a number repeats.
const mostInError = 64

// decidingDigits returns the beginning of a number, which tells what it is as an integer: no
// number begins with zeros, so what is longer is out of range, or there is a point or exponent
// in it.
func (t Text) decidingDigits() string { return t.Raw[:min(len(t.Raw), mostInError)] }

// numberError returns an error of strconv, if it is one, with the token's text instead of its own
// copy, which may be very long.
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

// notNumber returns the error of a token that is not a number, or nil.
func (t Text) notNumber(function string) error {
	if t.Kind == Number {
		return nil
	}
	return &strconv.NumError{Func: function, Num: t.textInError(), Err: fmt.Errorf("%w: not a number, but %s", strconv.ErrSyntax, t.Kind.described())}
}

func (t Text) textInError() string {
	if len(t.Raw) <= mostInError {
		return strings.Clone(t.Raw)
	}
	return t.Raw[:mostInError] + "..."
}
