package jsonsimd

import (
	"math/bits"
	"slices"
)

// positionsGeneric is [Positions] in portable Go. It writes eight positions at a time, even if
// fewer are left, and then corrects the length. The branches thus depend only on an eighth of the
// number of bits, which is easier to predict (Langdale and Lemire, section 3.2). If dst may not
// have enough room for this, it appends one position at a time.
func positionsGeneric(dst []uint32, base uint32, masks []uint64) []uint32 {
	for _, mask := range masks {
		if n := len(dst); cap(dst)-n >= block {
			dst = dst[:n+writePositions((*[block]uint32)(dst[n:n+block]), base, mask)]
		} else {
			dst = appendPositions(dst, base, mask)
		}
		base += block
	}
	return dst
}

func appendPositions(dst []uint32, base uint32, mask uint64) []uint32 {
	for ; mask != 0; mask &= mask - 1 {
		dst = append(dst, base+uint32(bits.TrailingZeros64(mask)))
	}
	return dst
}

// writePositions writes the positions of the set bits of mask and returns their number. It may also
// overwrite elements of dst after them.
func writePositions(dst *[block]uint32, base uint32, mask uint64) int {
	count := bits.OnesCount64(mask)
	for i := 0; i < count; i += 8 {
		to := (*[8]uint32)(dst[i&(block-8):])
		to[0] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[1] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[2] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[3] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[4] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[5] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[6] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
		to[7] = base + uint32(bits.TrailingZeros64(mask))
		mask &= mask - 1
	}
	return count
}

// positionsBytesGeneric is [PositionsBytes] in portable Go.
func positionsBytesGeneric(dst []uint32, bytes []byte, base uint32, text []byte, masks []uint64) ([]uint32, []byte) {
	n, m := len(dst), len(bytes)
	dst = positionsGeneric(dst, base, masks)
	bytes = slices.Grow(bytes, len(dst)-n)[:m+len(dst)-n]
	to := bytes[m:]
	for i, position := range dst[n:][:len(to)] {
		to[i] = text[position-base]
	}
	return dst, bytes
}
