package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Int64 returns the value of a number that is written as an integer, without fraction and
// exponent. Its errors, and those of Uint64 and Float64, are of type [*strconv.NumError], and wrap
// [strconv.ErrRange] for a number that the type cannot hold, and [strconv.ErrSyntax] for anything
// that is not such a number. Their Num is the token as it is written, or, if that is longer than
// 64 bytes, its beginning and "...".
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

// Float64 returns the binary64 nearest to a number.
func (t Text) Float64() (float64, error) {
	if err := t.notNumber("ParseFloat"); err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(t.Raw, 64)
	return f, t.numberError(err)
}

// mostInError is how many bytes of a token the error of a number repeats.
const mostInError = 64

// decidingDigits returns as much of a number as it takes to parse it as an integer. A number has no
// leading zeros, so a longer one is out of range, or has a point or an exponent.
func (t Text) decidingDigits() string { return t.Raw[:min(len(t.Raw), mostInError)] }

// numberError returns err with the text of the token in place of strconv's own copy, which may be
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

// notNumber returns the error of a token that is not a number, or nil.
func (t Text) notNumber(function string) error {
	if t.Kind == Number {
		return nil
	}
	return &strconv.NumError{Func: function, Num: t.textInError(), Err: fmt.Errorf("%w: not a number, but %s", strconv.ErrSyntax, t.Kind.described())}
}

// textInError returns the text, or the beginning of a long one, as a string of its own.
func (t Text) textInError() string {
	if len(t.Raw) <= mostInError {
		return strings.Clone(t.Raw)
	}
	return t.Raw[:mostInError] + "..."
}
