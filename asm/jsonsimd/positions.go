package jsonsimd

import "github.com/assayjson/assay/asm"

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

// An index collects the marks, or their positions. Kernels write the marks: one bit for each byte of a
// window. While the index is off, the marks of each chunk overwrite those of the previous chunk.
type index struct {
	marks     [asm.Window / block]uint64
	on        bool
	base      uint32   // position of the next byte
	positions []uint32 // in memory of the caller, or nil while the index is off
	isMasks   bool     // the marks are collected, not their positions
	masks     []uint64 // in memory of the caller, or nil
}

// begin turns the index on. The positions, beginning with base for the next byte, are appended to
// dst.
func (x *index) begin(dst []uint32, base uint32) { x.on, x.base, x.positions = true, base, dst }

// end turns the index off, and returns the positions.
func (x *index) end() (positions []uint32) {
	positions, x.positions, x.on = x.positions, nil, false
	return positions
}

// beginMasks turns the index on. The marks are appended to dst.
func (x *index) beginMasks(dst []uint64) { x.on, x.isMasks, x.masks = true, true, dst }

// endMasks turns the index off, and returns the marks.
func (x *index) endMasks() (masks []uint64) {
	masks, x.masks, x.isMasks, x.on = x.masks, nil, false, false
	return masks
}

// add adds the first n words of marks.
func (x *index) add(n int) {
	if x.isMasks {
		x.masks = append(x.masks, x.marks[:n]...)
		return
	}
	x.positions = Positions(x.positions, x.base, x.marks[:n])
	x.base += uint32(block * n)
}
