//go:build !purego

package jsonsimd

import (
	"slices"
	"unsafe"

	"github.com/assayjson/assay/asm"
)

// positions uses the portable code for words whose positions might not fit in the capacity of dst.
func positions(dst []uint32, base uint32, masks []uint64) []uint32 {
	for (asm.AVX512() || asm.AVX2()) && len(masks) > 0 {
		if n := len(dst); cap(dst)-n >= block {
			room, some := dst[n:cap(dst)], masks[:min(len(masks), asm.Window/block)]
			end, left := positionsKernel(&room[0], &room[len(room)-block], base, some)
			dst = dst[:n+int(uintptr(unsafe.Pointer(end))-uintptr(unsafe.Pointer(&room[0])))/4]
			base += uint32(len(some)-left) * block
			masks = masks[len(some)-left:]
		}
		if len(masks) > 0 {
			dst = positionsGeneric(dst, base, masks[:1])
			base += block
			masks = masks[1:]
		}
	}
	return positionsGeneric(dst, base, masks)
}

func positionsKernel(dst, limit *uint32, base uint32, masks []uint64) (end *uint32, left int) {
	if asm.AVX512() {
		return positionsAVX512(dst, limit, base, masks)
	}
	return positionsAVX2(dst, limit, base, masks)
}

func hasPositionsBytes() bool { return asm.AVX512() }

// positionsBytes uses the portable code for words whose positions might not fit in the capacity of
// dst.
func positionsBytes(dst []uint32, bytes []byte, base uint32, text []byte, masks []uint64) ([]uint32, []byte) {
	for asm.AVX512() && len(masks) > 0 {
		if n := len(dst); cap(dst)-n >= block {
			room, some := dst[n:cap(dst)], masks[:min(len(masks), asm.Window/block)]
			bytes = slices.Grow(bytes, min(len(room), block*len(some)))
			to := bytes[len(bytes):cap(bytes)]
			end, left := positionsBytesAVX512(&room[0], &room[len(room)-block], &to[0], base, &text[0], some)
			found, done := int(uintptr(unsafe.Pointer(end))-uintptr(unsafe.Pointer(&room[0])))/4, len(some)-left
			dst, bytes = dst[:n+found], bytes[:len(bytes)+found]
			base += uint32(done) * block
			text, masks = text[done*block:], masks[done:]
		}
		if len(masks) > 0 {
			dst, bytes = positionsBytesGeneric(dst, bytes, base, text[:block], masks[:1])
			base += block
			text, masks = text[block:], masks[1:]
		}
	}
	return positionsBytesGeneric(dst, bytes, base, text, masks)
}
