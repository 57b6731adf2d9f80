package token

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/decimal"
)

// Int64 returns the value of a number that is written as an integer, without a fraction or an
// exponent.
//
// The errors of Int64, Uint64 and Float64 are of type [*strconv.NumError]. They wrap
// [strconv.ErrRange] for a number that the result type cannot hold, and [strconv.ErrSyntax] for a
// token that the method cannot convert. Their Num is the token as it is written, or, if the token
// is longer than 64 bytes, its first 64 bytes and "...".
func (t Text) Int64() (int64, error) {
	if !t.isShortNumber() {
		return other(t, "ParseInt", decimal.Int64)
	}
	return decimal.Int64(t.Raw)
}

// Uint64 is like [Text.Int64], but for numbers that are not negative.
func (t Text) Uint64() (uint64, error) {
	if !t.isShortNumber() {
		return other(t, "ParseUint", decimal.Uint64)
	}
	return decimal.Uint64(t.Raw)
}

// Float64 returns the binary64 number that is nearest to the value of a number. See [Text.Int64]
// for its errors.
func (t Text) Float64() (float64, error) {
	if !t.isShortNumber() {
		return other(t, "ParseFloat", decimal.Float64)
	}
	return decimal.Float64(t.Raw)
}

// isShortNumber reports whether t is a number that errors quote as a whole.
func (t Text) isShortNumber() bool { return t.Kind == Number && len(t.Raw) <= mostInError }

// other converts a long number, or returns the error for a token that is not a number. The error
// has the name of the given function.
func other[Result any](t Text, function string, convert func(string) (Result, error)) (n Result, err error) {
	if t.Kind != Number {
		return n, t.notNumber(function)
	}
	if n, err = convert(t.Raw); err != nil {
		err = &strconv.NumError{Func: function, Num: t.textInError(), Err: errors.Unwrap(err)}
	}
	return n, err
}

// mostInError is the maximum number of bytes of a token that an error quotes.
const mostInError = 64

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
