//go:build !purego

package search

import "github.com/assayjson/assay/asm"

func findComments(masks []CommentMasks, b []byte) {
	switch {
	case asm.AVX512():
		findCommentsAVX512(&masks[0].Quotes, b)
	case asm.AVX2():
		findCommentsAVX2(&masks[0].Quotes, b)
	default:
		findCommentsGeneric(masks, b)
	}
}

func findJSON5(masks []JSON5Masks, b []byte) {
	switch {
	case asm.AVX512():
		findJSON5AVX512(&masks[0].Quotes, b)
	case asm.AVX2():
		findJSON5AVX2(&masks[0].Quotes, b)
	default:
		findJSON5Generic(masks, b)
	}
}

func blank(b []byte, masks []uint64) {
	switch {
	case asm.AVX512():
		blankAVX512(b, &masks[0])
	case asm.AVX2():
		blankAVX2(b, &masks[0])
	default:
		blankGeneric(b, masks)
	}
}
