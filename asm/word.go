package asm

import "encoding/binary"

// The portable kernels look at eight bytes at a time, held in a uint64 with the
// first byte lowest (SWAR: SIMD within a register).
const (
	wordSize = 8

	eachByte = 0x0101010101010101 // multiplied by a byte: that byte in each lane
	highBits = 0x8080808080808080 // the top bit of each lane
)

// loadWord returns the first eight bytes of b, the first one lowest, on machines
// of either byte order.
func loadWord(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// loadShortWord is loadWord for fewer than eight bytes, with zeros in place of those
// that are missing. The loads overlap, so that there is no loop.
func loadShortWord(b []byte) uint64 {
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

// lanesEqual sets the top bit of the lowest lane of w that holds c, and of no
// lane below it. Lanes above the first match may be set wrongly: the borrow of
// the subtraction runs upwards.
func lanesEqual(w uint64, c byte) uint64 {
	x := w ^ eachByte*uint64(c)
	return (x - eachByte) &^ x & highBits
}

// lanesBelow is lanesEqual for lanes that hold a byte less than c, which must be
// at most 0x80. It has the same blind spot above the first match.
func lanesBelow(w uint64, c byte) uint64 {
	return (w - eachByte*uint64(c)) &^ w & highBits
}
