package search

import "github.com/assayjson/assay/asm"

// FindComments sets masks[i] to the masks of the 64 bytes that begin at b[64*i]. b must have at
// least 64 bytes for each element of masks.
func FindComments(masks []CommentMasks, b []byte) {
	const most = asm.Window / block
	for len(masks) > most {
		findComments(masks[:most], b[:asm.Window])
		masks, b = masks[most:], b[asm.Window:]
	}
	if len(masks) > 0 {
		findComments(masks, b[:len(masks)*block])
	}
}

// FindJSON5 is like [FindComments], for other masks.
func FindJSON5(masks []JSON5Masks, b []byte) {
	const most = asm.Window / block
	for len(masks) > most {
		findJSON5(masks[:most], b[:asm.Window])
		masks, b = masks[most:], b[asm.Window:]
	}
	if len(masks) > 0 {
		findJSON5(masks, b[:len(masks)*block])
	}
}

// Blank replaces bytes of b with spaces, except white space that JSON allows. It replaces the bytes that are
// in the masks, each of which describes 64 bytes. b must have at least 64 bytes for each mask.
func Blank(b []byte, masks []uint64) {
	const most = asm.Window / block
	for len(masks) > most {
		blank(b[:asm.Window], masks[:most])
		b, masks = b[asm.Window:], masks[most:]
	}
	if len(masks) > 0 {
		blank(b[:len(masks)*block], masks)
	}
}
