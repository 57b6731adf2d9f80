package decimal

import (
	"math"
	"strconv"
)

// AppendFloat appends a finite float64 in the form of ECMAScript (ECMA-262, Number::toString), and
// returns the extended buffer. This form has the fewest digits from which the same float64 can be
// read, and an exponent if the absolute value is at least 1e21 or below 1e-6. Negative zero is
// -0, unlike in ECMAScript.
func AppendFloat(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	if abs < 1<<53 && f == math.Trunc(f) && (f != 0 || !math.Signbit(f)) {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	return appendFloat(dst, f, 64, 1e-6 <= abs && abs < 1e21 || f == 0)
}

// AppendFloat32 is like AppendFloat for a float32: the digits are the fewest from which the same float32 can
// be read.
func AppendFloat32(dst []byte, f float32) []byte {
	abs := max(f, -f)
	return appendFloat(dst, float64(f), 32, 1e-6 <= abs && abs < 1e21 || f == 0)
}

// appendFloat appends a number with an exponent, unless plain is set.
func appendFloat(dst []byte, f float64, bits int, plain bool) []byte {
	if plain {
		return strconv.AppendFloat(dst, f, 'f', -1, bits)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, bits)
	if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' { // e-07 becomes e-7
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}
