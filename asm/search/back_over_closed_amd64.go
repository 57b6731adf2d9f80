//go:build !purego

package search

import "github.com/assayjson/assay/asm"

func passClosed(b []byte, blocks int, s *Closed) (left int) {
	switch {
	case asm.AVX512():
		return passClosedAVX512(b, blocks, s)
	case asm.AVX2():
		return passClosedAVX2(b, blocks, s)
	default:
		return passClosedGeneric(b, blocks, s)
	}
}
