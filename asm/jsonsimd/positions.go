package jsonsimd

// Positions appends the positions of the bits that are set, in rising order, and returns
// the longer slice. The lowest bit of masks[0] is at base, that of masks[1] at base+64, and
// so on; a position beyond 1<<32 loses what does not fit.
//
// It allocates no more often than append would if it were given one position at a time.
// What dst has between its new length and its capacity may be overwritten.
func Positions(dst []uint32, base uint32, masks []uint64) []uint32 {
	return positions(dst, base, masks)
}
