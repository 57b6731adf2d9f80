package search

import "github.com/assayjson/assay/asm"

// FindBrackets sets the masks, each to those of the next 64 bytes of b.
func FindBrackets(masks []BracketMasks, b []byte) {
	const most = asm.Window / block
	for len(masks) > most {
		findBrackets(masks[:most], b[:asm.Window])
		masks, b = masks[most:], b[asm.Window:]
	}
	if len(masks) > 0 {
		findBrackets(masks, b[:len(masks)*block])
	}
}
