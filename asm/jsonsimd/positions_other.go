//go:build purego || !amd64

package jsonsimd

func positions(dst []uint32, base uint32, masks []uint64) []uint32 {
	return positionsGeneric(dst, base, masks)
}

func hasPositionsBytes() bool { return false }

func positionsBytes(dst []uint32, bytes []byte, base uint32, text []byte, masks []uint64) ([]uint32, []byte) {
	return positionsBytesGeneric(dst, bytes, base, text, masks)
}
