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
	if 1e-6 <= abs && abs < 1e21 || f == 0 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' { // e-07 becomes e-7
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}
