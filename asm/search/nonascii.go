package search

import "github.com/assayjson/assay/asm"

// IndexUnseen returns where the first character in b ends, at its last byte, that nobody sees: a
// control character from U+0080 to U+009F, one of those that change the direction of text, U+202A
// to U+202E and U+2066 to U+2069, or a noncharacter. It is -1 if there is none. Of noncharacters it
// knows the last two bytes; some others above U+FFFF have those before their last one. It is 1 at
// least, and the next one, if there is another, is found from there on.
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

// IndexNonASCIIName returns where the first quotation mark is in b that may end a name with a
// character outside ASCII, or -1. There is such a character between the quotation mark before it,
// or the beginning of b, and itself. Behind it, there is a colon, white space or the end of b; or
// before it a backslash, and it may be no end at all. If it is -1, open tells whether b ends
// behind such a character, without a quotation mark between.
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
