package search

import "github.com/assayjson/assay/asm"

// IndexUnseen returns the offset in b of the last byte of the first invisible character: a control
// character from U+0080 to U+009F, one that changes the direction of text (U+202A to U+202E and
// U+2066 to U+2069), or a noncharacter. It also finds the escapes that begin with \u00 and 0, 1, 8 or
// 9, or with \u202 or \u206, and returns the offset of that third digit; and \u007f, of which it
// returns the offset of the last digit. It does not consider whether the backslash is escaped.
//
// IndexUnseen returns -1 if it finds nothing, and otherwise at least 1. To find the next one, search
// the part of b that begins at the returned offset.
//
// Noncharacters are recognized by their last two bytes. A few other characters above U+FFFF contain
// these bytes earlier and are reported too.
func IndexUnseen(b []byte) int {
	const before, least = 5, 5 + block
	i := min(before, len(b))
	if at := indexUnseenGeneric(b[:i]); at >= 0 {
		return at
	}
	for len(b)-i+before >= least && hasNonASCIIKernel() {
		at, found := indexUnseen(b[i-before : min(i-before+asm.Window, len(b))])
		if i += at - before; found {
			return i
		}
	}
	begin := i - min(before, i)
	if at := indexUnseenGeneric(b[begin:]); at >= 0 {
		return begin + at
	}
	return -1
}

// IndexNonASCIIName returns the offset in b of the first quotation mark that may end a name with a
// non-ASCII character or a \u escape, or -1 if there is none. There is a non-ASCII character, or a
// backslash and a u, between such a quotation mark and the previous one, or the beginning of b. The
// quotation mark is followed by a colon, white space or the end of b. Or it is preceded by a
// backslash; then it might not end a string at all.
//
// If at is -1, open reports whether there is a non-ASCII character or \u after the last quotation
// mark in b.
func IndexNonASCIIName(b []byte) (at int, open bool) {
	if len(b) == 0 {
		return -1, false
	}
	const before, least = 1, 1 + block + 1
	open = b[0] >= 0x80 || beginsUnicode(b)
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
