//go:build !purego

package search

import "github.com/assayjson/assay/asm"

func findBrackets(masks []BracketMasks, b []byte) {
	switch {
	case asm.AVX512():
		findBracketsAVX512(&masks[0].Quotes, b)
	case asm.AVX2():
		findBracketsAVX2(&masks[0].Quotes, b)
	default:
		findBracketsGeneric(masks, b)
	}
}
