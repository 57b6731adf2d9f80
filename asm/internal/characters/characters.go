// Package characters finds where UTF-8 may be cut.
package characters

import "unicode/utf8"

// Whole returns a prefix of b, of size bytes or up to three less, that ends
// where no well-formed character is cut.
func Whole(b []byte, size int) []byte {
	if len(b) <= size {
		return b
	}
	for back := range utf8.UTFMax {
		if !isContinuation(b[size-back]) {
			return b[:size-back]
		}
	}
	return b[:size] // before a fourth continuation in a row, which belongs to nothing
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }
