package encode

import (
	"math"
	"strconv"

	"github.com/assayjson/assay/internal/engine/decimal"
)

// appendNlohmann appends a finite float64 in the form of [Nlohmann].
func appendNlohmann(dst []byte, f float64) []byte {
	if math.Signbit(f) {
		dst = append(dst, '-')
		f = -f
	}
	if f == 0 {
		return append(dst, "0.0"...)
	}
	number, exponent := decimal.Grisu2(f)
	var room [20]byte
	digits := strconv.AppendUint(room[:0], number, 10)
	point := len(digits) + exponent // how many digits are before the decimal point
	const most, least = 15, -4      // outside of these bounds, there is an exponent
	switch {
	case len(digits) <= point && point <= most:
		return append(appendZeros(append(dst, digits...), exponent), ".0"...)
	case 0 < point && point <= most:
		return append(append(append(dst, digits[:point]...), '.'), digits[point:]...)
	case least < point && point <= 0:
		return append(appendZeros(append(dst, "0."...), -point), digits...)
	}
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(append(dst, '.'), digits[1:]...)
	}
	return appendExponent(dst, point-1)
}

// appendExponent appends an exponent with a sign and at least two digits.
func appendExponent(dst []byte, exponent int) []byte {
	dst = append(dst, 'e', '+')
	if exponent < 0 {
		dst[len(dst)-1] = '-'
		exponent = -exponent
	}
	if exponent < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exponent), 10)
}

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, '0')
	}
	return dst
}
