package leb128simd

import (
	"encoding/binary"
	"math/bits"
)

// uint64sGeneric and int64sGeneric are [Uint64s] and [Int64s] in portable Go.
func uint64sGeneric(dst []uint64, src []byte) (values, bytes int) { return decodeGeneric(dst, src) }

func int64sGeneric(dst []int64, src []byte) (values, bytes int) { return decodeGeneric(dst, src) }

// An integer is one of the types of the values. In both types, shifting a value to the left and back extends the
// sign, which for unsigned integers clears the upper bits.
type integer interface{ uint64 | int64 }

const (
	block    = 64 // in bytes
	maxBytes = 10 // the length of the longest value
)

// decodeGeneric first finds where the values in 64 bytes end. Then it decodes them without a branch for each byte,
// and the next value need not wait for the end of the one before.
func decodeGeneric[T integer](dst []T, src []byte) (values, bytes int) {
	for len(dst)-values >= block && len(src)-bytes >= block+8 {
		n, used, valid := blockGeneric((*[block]T)(dst[values:]), (*[block + 8]byte)(src[bytes:]))
		values, bytes = values+n, bytes+used
		if !valid {
			return values, bytes
		}
	}
	for values < len(dst) {
		v, n := oneGeneric[T](src[bytes:])
		if n == 0 {
			break
		}
		dst[values] = v
		values, bytes = values+1, bytes+n
	}
	return values, bytes
}

// blockGeneric decodes the values that end in the first 64 bytes of src. It stops at one that is not valid.
func blockGeneric[T integer](dst *[block]T, src *[block + 8]byte) (values, bytes int, valid bool) {
	ends := endsGeneric(src)
	if ends == ^uint64(0) {
		for i, c := range src[:block] {
			dst[i] = T(c) << 57 >> 57
		}
		return block, block, true
	}
	for ; ends != 0; ends &= ends - 1 {
		n := bits.TrailingZeros64(ends) + 1 - bytes
		var v T
		if n <= 8 {
			unused := 64 - 7*n // from 8 to 57
			v = T(gather(binary.LittleEndian.Uint64(src[bytes:])&(^uint64(0)>>((64-8*n)&63)))) << (unused & 63) >> (unused & 63)
			if v<<(unused&63)<<7>>((unused+7)&63) == v && n > 1 { // the bytes before the last one suffice
				return values, bytes, false
			}
		} else if v, n = oneGeneric[T](src[bytes:]); n == 0 {
			return values, bytes, false
		}
		dst[values&(block-1)] = v
		values, bytes = values+1, bytes+n
	}
	return values, bytes, values > 0
}

// endsGeneric returns a bit for each of the first 64 bytes that is the last one of a value.
func endsGeneric(src *[block + 8]byte) (ends uint64) {
	for i := range block / 8 {
		last := ^binary.LittleEndian.Uint64(src[8*i:]) >> 7 & 0x0101010101010101
		ends |= last * 0x0102040810204080 >> 56 << (8 * i)
	}
	return ends
}

// gather joins the lower seven bits of the eight bytes of w.
func gather(w uint64) uint64 {
	w = w&0x007f007f007f007f | w&0x7f007f007f007f00>>1
	w = w&0x00003fff00003fff | w&0x3fff00003fff0000>>2
	return w&0x000000000fffffff | w&0x0fffffff00000000>>4
}

// oneGeneric decodes the value at the beginning of src. If it is not valid, n is 0.
func oneGeneric[T integer](src []byte) (v T, n int) {
	for i, c := range src[:min(len(src), maxBytes)] {
		group := T(c&0x7f) << 57 >> 57 // with its sign, if it is the last one
		if c >= 0x80 {
			v |= T(c&0x7f) << (7 * i)
			continue
		}
		v |= group << (7 * i)
		same := min(7*i, 63) // the bits before the last group
		if i > 0 && v == v<<(64-same)>>(64-same) || i == maxBytes-1 && v>>63 != group {
			break
		}
		return v, i + 1
	}
	return 0, 0
}
