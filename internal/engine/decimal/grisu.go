package decimal

import (
	"math"
	"math/bits"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// Grisu2 returns digits, from which the first digit is not zero, and an exponent, so that f is the
// float64 nearest to the digits times ten to the power of the exponent. f must be finite and greater
// than 0. digits has at most 17 digits, and there are usually, but not always, as few as possible.
//
// This is the algorithm Grisu2 of Loitsch, "Printing Floating-Point Numbers Quickly and Accurately
// with Integers" (2010), with the powers of ten and the bounds that nlohmann::json uses, so that the
// digits are the same. AppendFloat is always shortest.
func Grisu2(f float64) (digits uint64, exponent int) {
	value, low, high := boundaries(f)
	power := powerFor(high.e)
	w, least, most := value.times(power), low.times(power), high.times(power)
	// The products are wrong by at most one unit in the last place, so only what is between least
	// and most is certain to be read as f.
	least.f++
	most.f--
	digits, exponent = generate(w, least, most)
	return digits, exponent - power.decimal
}

// A scaled number is f times 2 to the power of e.
type scaled struct {
	f uint64
	e int
}

// A power is an approximation of 10 to the power of decimal.
type power struct {
	scaled
	decimal int
}

// times returns the product, rounded to 64 bits.
func (x scaled) times(p power) scaled {
	high, low := bits.Mul64(x.f, p.f)
	return scaled{high + low>>63, x.e + p.e + 64}
}

func (x scaled) normalized() scaled {
	n := bits.LeadingZeros64(x.f)
	return scaled{x.f << n, x.e - n}
}

// boundaries returns f, and the middles between f and the float64s before and after it. All are
// normalized, or have the exponent of a normalized number.
func boundaries(f float64) (value, low, high scaled) {
	const mantissa = 52
	b := math.Float64bits(f)
	exponent, fraction := int(b>>mantissa), b&(1<<mantissa-1)
	v := scaled{fraction | 1<<mantissa, exponent - 1075}
	if exponent == 0 {
		v = scaled{fraction, -1074}
	}
	high = scaled{2*v.f + 1, v.e - 1}.normalized()
	low = scaled{2*v.f - 1, v.e - 1}
	if fraction == 0 && exponent > 1 { // the float64 before f is nearer than the one after it
		low = scaled{4*v.f - 1, v.e - 2}
	}
	return v.normalized(), scaled{low.f << (low.e - high.e), high.e}, high
}

const (
	leastCached, cachedStep = -300, 8
	cached                  = 79
)

// cachedPowers returns every eighth power of ten, from 1e-300 to 1e324, rounded to 64 bits.
var cachedPowers = lazy.Value[*[cached]power]{Make: func() *[cached]power {
	t := new([cached]power)
	set := func(exponent int, high, low uint64) {
		if i := exponent - leastCached; i%cachedStep == 0 {
			t[i/cachedStep] = power{scaled{high + low>>63, exponent*217706>>16 - 63}, exponent}
		}
	}
	high, low := uint64(1)<<63, uint64(0)
	for exponent := 0; exponent <= leastCached+cachedStep*(cached-1); exponent++ {
		set(exponent, high, low)
		high, low = tenfold(high, low)
	}
	high, low = 1<<63, 0
	for exponent := -1; exponent >= leastCached; exponent-- {
		high, low = tenth(high, low)
		set(exponent, high, low)
	}
	return t
}}

// powerFor returns the power of ten that brings a number with the binary exponent e into the range
// in which generate works: the exponent of the product is from -60 to -32.
func powerFor(e int) power {
	n := -60 - e - 1
	k := n * 78913 >> 18 // 78913 / 2^18 is log10(2)
	if n < 0 {
		k = -(-n * 78913 >> 18) // rounded towards zero
	} else if n > 0 {
		k++
	}
	return cachedPowers.Get()[(k-leastCached+cachedStep-1)/cachedStep]
}

// generate returns the digits of a number between least and most, and their exponent.
func generate(w, least, most scaled) (digits uint64, exponent int) {
	delta, distance := most.f-least.f, most.f-w.f
	shift := -most.e
	one := uint64(1) << shift
	whole, rest := uint32(most.f>>shift), most.f&(one-1)
	pow10, n := uint32(1), 1
	for n < 10 && whole/pow10 >= 10 {
		pow10, n = pow10*10, n+1
	}
	for ; n > 0; pow10 /= 10 {
		digits = digits*10 + uint64(whole/pow10)
		whole %= pow10
		n--
		if left := uint64(whole)<<shift + rest; left <= delta {
			return digits - nearer(distance, delta, left, uint64(pow10)<<shift), n
		}
	}
	for {
		rest, delta, distance = rest*10, delta*10, distance*10
		digits = digits*10 + rest>>shift
		rest &= one - 1
		n--
		if rest <= delta {
			return digits - nearer(distance, delta, rest, one), n
		}
	}
}

// nearer returns how often the last digit can be decremented so that the result gets nearer to the
// number, which is the given distance below the upper bound. left is how far the result is below that bound, and
// unit is the value of its last digit.
func nearer(distance, delta, left, unit uint64) (n uint64) {
	for left < distance && delta-left >= unit && (left+unit < distance || distance-left > left+unit-distance) {
		n++
		left += unit
	}
	return n
}
