package jsonsimd

// Positions appends to dst the positions of the set bits, in ascending order, and returns the
// extended slice. The lowest bit of masks[0] is at position base, that of masks[1] at base+64, and
// so on. Positions of 1<<32 or more wrap around.
//
// Positions allocates no more often than appending the positions one at a time would. It may
// overwrite the elements between the new length and the capacity of dst.
func Positions(dst []uint32, base uint32, masks []uint64) []uint32 {
	return positions(dst, base, masks)
}

// HasPositionsBytes reports whether there is a kernel for [PositionsBytes]. If there is none, it is
// usually faster to call [Positions] and to read the bytes when they are needed.
func HasPositionsBytes() bool { return hasPositionsBytes() }

// PositionsBytes is like [Positions], and also appends to bytes the byte of the text at each position.
// The first byte of the text is at position base, and the text must have 64 bytes for each mask.
func PositionsBytes(dst []uint32, bytes []byte, base uint32, text []byte, masks []uint64) (positions []uint32, atPositions []byte) {
	return positionsBytes(dst, bytes, base, text[:block*len(masks)], masks)
}
