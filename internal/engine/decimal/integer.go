package decimal

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unsafe"
)

// Int64 returns the result of [strconv.ParseInt] in base 10 for a JSON number, except that the error
// for a number with a fraction or an exponent is always [strconv.ErrSyntax]. ParseInt returns
// [strconv.ErrRange] if the digits before the fraction or exponent are too many.
func Int64(text string) (int64, error) {
	begin := 0
	if text[0] == '-' {
		begin = 1
	}
	var digits uint64
	end, isLong := len(text), false
	if len(text)-begin > 8 {
		digits, isLong = longInteger(text[begin:])
	}
	if !isLong {
		digits, end = readDigits(text, begin, 0)
	}
	if end < len(text) {
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

// Uint64 returns the result of [strconv.ParseUint] in base 10 for a JSON number, except that its errors
// are those of [Int64].
func Uint64(text string) (uint64, error) {
	if len(text) > 8 {
		if digits, ok := longInteger(text); ok {
			return digits, nil
		}
	}
	digits, end := readDigits(text, 0, 0)
	if end < len(text) {
		return 0, notInteger("ParseUint", text)
	}
	if end > mostDigits {
		return strconv.ParseUint(text, 10, 64)
	}
	return digits, nil
}

// longInteger returns the value of a text of more than eight bytes if it consists of at most mostDigits
// digits, and false otherwise. It splits the digits into groups of eight from the end, and loads all
// groups at once. The load of the first group overlaps the second one.
func longInteger(text string) (digits uint64, ok bool) {
	n := len(text)
	if n > mostDigits {
		return 0, false
	}
	b := unsafe.Slice(unsafe.StringData(text), n)
	first, last := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	if n <= 16 {
		digits = eightDigits(first<<(8*uint(16-n)&63))*1e8 + eightDigits(last)
		return digits, otherBytes(first)|otherBytes(last) == 0
	}
	middle := binary.LittleEndian.Uint64(b[n-16:])
	digits = eightDigits(first<<(8*uint(24-n)&63))*1e16 + eightDigits(middle)*1e8 + eightDigits(last)
	return digits, otherBytes(first)|otherBytes(middle)|otherBytes(last) == 0
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
