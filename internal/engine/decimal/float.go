package decimal

import (
	"math"
	"math/bits"
	"strconv"
)

// Float64 returns the result of [strconv.ParseFloat] for a JSON number.
func Float64(text string) (float64, error) {
	if d, ok := read(text); ok {
		if f, ok := d.float64(); ok {
			return f, nil
		}
	}
	return strconv.ParseFloat(text, 64)
}

// exact returns the float64 that is nearest to d, if a float64 holds both the digits and the power of
// ten. Then one operation rounds their product or quotient correctly (Clinger, "How to Read Floating
// Point Numbers Accurately", 1990).
func (d decimal) exact() (f float64, ok bool) {
	const most = len(exactPowers) - 1
	switch {
	case d.digits > 1<<53 || d.exponent < -most || d.exponent > most:
		return 0, false
	case d.exponent < 0:
		f = float64(d.digits) / exactPowers[-d.exponent]
	default:
		f = float64(d.digits) * exactPowers[d.exponent]
	}
	return math.Float64frombits(math.Float64bits(f) | uint64(d.minus)<<63), true
}

// exactPowers are the powers of ten that a float64 holds exactly.
var exactPowers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// float64 returns the float64 that is nearest to d. It returns false if it cannot decide which one that
// is. This is the case for numbers outside the range of the normal numbers, and for about one other
// number in 256: it is so close to the middle between two float64s that the approximation of the power
// of ten does not decide.
//
// It is a variant of the algorithm of Eisel and Lemire (Lemire, "Number Parsing at a Gigabyte per
// Second", 2021). The algorithm multiplies the digits by the first bits of the power of ten, which
// gives bounds for the value.
func (d decimal) float64() (f float64, ok bool) {
	// A number with few digits is often exactly a float64 or the middle between two of them, which the
	// bounds do not decide. If there are many digits, bounds are faster than a division.
	const few = 1 << 32
	if d.digits < few {
		if f, ok = d.exact(); ok || d.digits == 0 {
			return f, ok
		}
	}
	if d.exponent < leastPower || d.exponent > mostPower {
		return 0, false
	}
	// The value is at least high and less than high + 2, times a power of two, because both factors
	// are less than 1<<64, and the true power is less than the rounded power plus 1.
	zeros := bits.LeadingZeros64(d.digits)
	high, _ := bits.Mul64(d.digits<<zeros, powersOfTen()[d.exponent-leastPower])

	// Of the first 53 bits, the last one is at bit surplus. A multiple of half that bit is either a
	// float64 or the middle between two of them. The result is certain if no such multiple is
	// between the bounds.
	top := int(high >> 63)
	surplus := top + 10
	half := uint64(1) << (surplus - 1)
	exponent := top + 63 - zeros + binaryExponent(d.exponent) + 1023 // of the float64, with its bias
	if (high+1)&(half-1) <= 1 || exponent < 1 || exponent > 2045 {
		return d.exact()
	}
	// The sum does not overflow, because every power in the table is less than 0.999 * 2^64.
	const implied = 1 << 52 // the first bit is not stored; if rounding makes one more bit, the exponent grows by 1
	return math.Float64frombits(uint64(exponent)<<52 + (high+half)>>surplus - implied | uint64(d.minus)<<63), true
}
