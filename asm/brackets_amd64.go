//go:build !purego

package asm

func findBrackets(masks []BracketMasks, b []byte) {
	switch {
	case useAVX512:
		findBracketsAVX512(&masks[0].Quotes, b)
	case useAVX2:
		findBracketsAVX2(&masks[0].Quotes, b)
	default:
		findBracketsGeneric(masks, b)
	}
}
