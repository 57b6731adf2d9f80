package search

import "github.com/assayjson/assay/asm"

// FindBrackets sets masks[i] to the masks of the 64 bytes that begin at b[64*i]. b must have at
// least 64 bytes for each element of masks.
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
