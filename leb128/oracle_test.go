package leb128_test

import (
	"math/big"

	"github.com/assayjson/assay/leb128"
)

// A want is what must be read: an integer and its length in bytes, or an error at a byte.
type want struct {
	value  uint64 // the bits of a signed integer
	n      int
	kind   leb128.ErrorKind
	offset int
}

// oracle reads an integer by the definition of the code, one byte after another, with integers of any size.
func oracle(f leb128.Form, width int, signed bool, b []byte) want {
	sum := new(big.Int)
	for i, c := range b {
		sum.Or(sum, new(big.Int).Lsh(big.NewInt(int64(c&0x7f)), uint(7*i)))
		if overflows(sum, 7*(i+1), width, signed) {
			return want{kind: leb128.Overflow, offset: i}
		}
		longest := 7*(i+1) >= width
		switch {
		case c >= 0x80 && longest && f != leb128.DWARF:
			return want{kind: leb128.Overlong, offset: i}
		case c >= 0x80:
			continue
		}
		v := new(big.Int).Set(sum)
		if signed && c&0x40 != 0 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(7*(i+1))))
		}
		w := want{n: i + 1, value: v.Uint64()}
		if signed {
			w.value = uint64(v.Int64())
		}
		if f == leb128.Strict && len(shortest(v, signed)) < i+1 {
			return want{kind: leb128.Overlong, offset: i}
		}
		return w
	}
	return want{kind: leb128.Truncated, offset: len(b)}
}

// overflows reports whether sum, which has the given number of bits, cannot be the beginning of an integer of the given
// width: a bit after the last one of the integer is set, or differs from the sign of a signed integer.
func overflows(sum *big.Int, bits, width int, signed bool) bool {
	for i := width; i < bits; i++ {
		if !signed && sum.Bit(i) == 1 || signed && sum.Bit(i) != sum.Bit(width-1) {
			return true
		}
	}
	return false
}

// shortest returns the shortest encoding of v: it tries all lengths.
func shortest(v *big.Int, signed bool) (b []byte) {
	for n := 1; ; n++ {
		low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(7*n))
		if signed {
			high.Rsh(high, 1)
			low.Neg(high)
		}
		if v.Cmp(low) < 0 || v.Cmp(high) >= 0 {
			continue
		}
		for i := range n {
			group := new(big.Int).Rsh(v, uint(7*i))
			c := byte(group.And(group, big.NewInt(0x7f)).Uint64())
			if i < n-1 {
				c |= 0x80
			}
			b = append(b, c)
		}
		return b
	}
}
