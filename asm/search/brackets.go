package search

import "github.com/assayjson/assay/asm"

// FindBrackets sets each of the masks to those of the next 64 bytes of b. b must have at least 64
// bytes for each of them.
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
