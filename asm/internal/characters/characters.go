package characters

import "unicode/utf8"

// Whole returns the longest prefix of b that has at most size bytes and does not end within a
// well-formed character. If b is longer than size bytes, the prefix has at least size-3 bytes.
func Whole(b []byte, size int) []byte {
	if len(b) <= size {
		return b
	}
	for back := range utf8.UTFMax {
		if !isContinuation(b[size-back]) {
			return b[:size-back]
		}
	}
	return b[:size] // four continuation bytes in a row cannot be part of one character
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }
