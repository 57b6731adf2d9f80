// Package characters finds where UTF-8 text can be cut.
package characters

import "unicode/utf8"

// Whole returns the longest prefix of b of at most size bytes that does not end within a
// well-formed character. Unless b is shorter, the prefix is at most three bytes shorter than size.
func Whole(b []byte, size int) []byte {
	if len(b) <= size {
		return b
	}
	for back := range utf8.UTFMax {
		if !isContinuation(b[size-back]) {
			return b[:size-back]
		}
	}
	return b[:size] // four continuations in a row cannot be part of one character
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }
