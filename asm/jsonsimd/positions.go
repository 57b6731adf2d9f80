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
