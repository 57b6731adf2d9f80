package decimal

import (
	"strconv"
	"strings"
	"unsafe"
)

// Int64 returns the result of [strconv.ParseInt] in base 10 for a JSON number.
func Int64(text string) (int64, error) {
	begin := 0
	if text[0] == '-' {
		begin = 1
	}
	digits, end := readDigits(text, begin, 0)
	if end < len(text) && end-begin <= mostDigits {
		return 0, notInteger("ParseInt", text)
	}
	if end-begin > mostDigits || digits >= 1<<63 {
		return strconv.ParseInt(text, 10, 64)
	}
	n := int64(digits)
	if begin > 0 {
		n = -n
	}
	return n, nil
}

// Uint64 returns the result of [strconv.ParseUint] in base 10 for a JSON number.
func Uint64(text string) (uint64, error) {
	digits, end := readDigits(text, 0, 0)
	if end > mostDigits {
		return strconv.ParseUint(text, 10, 64)
	}
	if end < len(text) {
		return 0, notInteger("ParseUint", text)
	}
	return digits, nil
}

// A shortError is an error with a copy of a short text, to which Num refers. A caller may ask for
// every number in a document whether it is an integer, so an error is a single allocation.
type shortError struct {
	strconv.NumError
	text [32]byte
}

// notInteger returns the error of the given function for a number with a fraction, an exponent or,
// if the function is ParseUint, a minus sign.
func notInteger(function, text string) error {
	e := new(shortError)
	e.Func, e.Err = function, strconv.ErrSyntax
	if n := copy(e.text[:], text); n == len(text) {
		e.Num = unsafe.String(&e.text[0], n)
	} else {
		e.Num = strings.Clone(text)
	}
	return &e.NumError
}
