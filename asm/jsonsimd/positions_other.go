//go:build purego || !amd64

package jsonsimd

func positions(dst []uint32, base uint32, masks []uint64) []uint32 {
	return positionsGeneric(dst, base, masks)
}
