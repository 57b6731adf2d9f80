package swar

import "encoding/binary"

// A word has eight lanes of one byte each.
const (
	WordSize = 8

	EachByte = 0x0101010101010101 // the product with a byte has that byte in each lane
	HighBits = 0x8080808080808080 // the top bit of each lane
)

// Load returns the first eight bytes of b as a word. The first byte is in the lowest lane, whatever
// the byte order of the machine.
func Load(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// LoadShort is like Load for fewer than eight bytes; missing bytes are zero. The loads overlap,
// which avoids a loop.
func LoadShort(b []byte) uint64 {
	n := len(b)
	if n >= 4 {
		first, last := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[n-4:])
		return uint64(first) | uint64(last)<<(8*n-32)
	}
	if n == 0 {
		return 0
	}
	return uint64(b[0]) | uint64(b[n/2])<<(n/2*8) | uint64(b[n-1])<<(8*n-8)
}

// LanesEqual finds the lowest lane of w that holds c: the lowest bit set in the result is the top
// bit of that lane. If no lane holds c, the result is 0. Top bits of lanes above the first match
// may be set in error, because the subtraction borrows from higher lanes.
func LanesEqual(w uint64, c byte) uint64 {
	x := w ^ EachByte*uint64(c)
	return (x - EachByte) &^ x & HighBits
}

// LanesBelow is like LanesEqual for lanes that hold a byte less than c, which must be at most 0x80.
// As with LanesEqual, the result is unreliable in lanes above the first match.
func LanesBelow(w uint64, c byte) uint64 {
	return (w - EachByte*uint64(c)) &^ w & HighBits
}

// LanesMask collects the top bits of all lanes: bit i of the result is the top bit of lane i. All
// other bits of the lanes must be 0. The multiplication moves the bit of lane i from bit 8i to bit
// 56+i.
func LanesMask(lanes uint64) uint64 {
	const moves = 1<<56 | 1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7
	return lanes >> 7 * moves >> 56
}

// LanesExactly returns the top bits of all lanes of w that hold c, which must be less than 0x80. In
// contrast to LanesEqual, it is exact in every lane.
func LanesExactly(w uint64, c byte) uint64 {
	x := w ^ EachByte*uint64(c)
	const others = HighBits - EachByte // 0x7F in each lane
	return ^(x&others + others | x) & HighBits
}

// Parities returns a word in which bit i is set if the number of bits set in x from bit 0 to bit i
// is odd.
func Parities(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}
