package search

import "github.com/assayjson/assay/asm"

// IndexUnseen returns the offset in b of the last byte of the first invisible character: a control
// character from U+0080 to U+009F, one that changes the direction of text (U+202A to U+202E and
// U+2066 to U+2069), or a noncharacter. It returns -1 if there is no such character, and otherwise
// at least 1. To find the next one, search the part of b that begins at the returned offset.
//
// Noncharacters are recognized by their last two bytes. A few other characters above U+FFFF contain
// these bytes earlier and are reported too.
func IndexUnseen(b []byte) int {
	if len(b) > 1 && isUnseen(b, 1) {
		return 1
	}
	const before, least = 2, 2 + block
	i := min(before, len(b))
	for len(b)-i+before >= least && hasNonASCIIKernel() {
		at, found := indexUnseen(b[i-before : min(i-before+asm.Window, len(b))])
		if i += at - before; found {
			return i
		}
	}
	return indexUnseenGeneric(b, i)
}

// IndexNonASCIIName returns the offset in b of the first quotation mark that may end a name with a
// non-ASCII character, or -1 if there is none. There is a non-ASCII character between such a
// quotation mark and the previous one, or the beginning of b. The quotation mark is followed by a
// colon, white space or the end of b. Or it is preceded by a backslash; then it might not end a
// string at all.
//
// If at is -1, open reports whether there is a non-ASCII character after the last quotation mark in
// b.
func IndexNonASCIIName(b []byte) (at int, open bool) {
	if len(b) == 0 {
		return -1, false
	}
	const before, least = 1, 1 + block + 1
	open = b[0] >= 0x80
	i := before
	for len(b)-i+before >= least && hasNonASCIIKernel() {
		at, isOpen, found := indexNonASCIIName(b[i-before:min(i-before+asm.Window, len(b))], open)
		if i += at - before; found {
			return i, false
		}
		open = isOpen
	}
	return indexNonASCIINameGeneric(b, i, open)
}
