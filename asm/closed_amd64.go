//go:build !purego

package asm

func passClosed(b []byte, blocks int, s *Closed) (left int) {
	switch {
	case useAVX512:
		return passClosedAVX512(b, blocks, s)
	case useAVX2:
		return passClosedAVX2(b, blocks, s)
	default:
		return passClosedGeneric(b, blocks, s)
	}
}
