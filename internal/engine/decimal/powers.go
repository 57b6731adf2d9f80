package decimal

import (
	"math/bits"
	"sync/atomic"
)

// A uint64 times a power of ten below leastPower is less than the smallest normal float64.
const (
	leastPower = -327
	mostPower  = 308
)

// binaryExponent returns the largest n for which 2^n is at most 10^exponent, for exponents from
// leastPower to mostPower.
func binaryExponent(exponent int) int { return exponent * 217706 >> 16 } // log2(10) * 2^16 is 217705.9

// A powerTable holds the first 64 bits of the powers of ten from leastPower to mostPower. The first
// bit is 1, and all further bits are dropped.
type powerTable [mostPower - leastPower + 1]uint64

var table atomic.Pointer[powerTable]

// powersOfTen returns the table, which is made on first use. That takes a few microseconds.
func powersOfTen() *powerTable {
	if t := table.Load(); t != nil {
		return t
	}
	return makePowers()
}

// makePowers makes and stores the table. It computes with 128 bits, which leaves enough of them correct.
func makePowers() *powerTable {
	t := new(powerTable)
	high, low := uint64(1)<<63, uint64(0)
	for i := -leastPower; i < len(t); i++ {
		t[i] = high
		high, low = tenfold(high, low)
	}
	high, low = 1<<63, 0
	for i := -leastPower - 1; i >= 0; i-- {
		high, low = tenth(high, low)
		t[i] = high
	}
	table.Store(t)
	return t
}

// tenfold returns the first 128 bits of ten times a number, given its first 128 bits.
func tenfold(high, low uint64) (h, l uint64) {
	// Ten is 8 times 1.25, so 10x has the same first bits as x + x/4.
	l, carry := bits.Add64(low, low>>2|high<<62, 0)
	h, carry = bits.Add64(high, high>>2, carry)
	if carry != 0 {
		h, l = 1<<63|h>>1, h<<63|l>>1
	}
	return h, l
}

// tenth returns the first 128 bits of a tenth of a number, given its first 128 bits.
func tenth(high, low uint64) (h, l uint64) {
	// x/10 has the same first bits as x/5.
	h, rest := high/5, high%5
	l, _ = bits.Div64(rest, low, 5)
	n := bits.LeadingZeros64(h)
	return h<<n | l>>(64-n), l << n
}
