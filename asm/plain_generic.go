package asm

import "math/bits"

// plainLenGeneric is [PlainLen] in portable Go, a word at a time. Lanes above the
// first hit may be wrong, which does no harm: only the first hit is asked for.
func plainLenGeneric(b []byte) int {
	i := 0
	for len(b)-i >= wordSize {
		w := loadWord(b[i:])
		stop := w&highBits | lanesBelow(w, 0x20) | lanesEqual(w, '"') | lanesEqual(w, '\\')
		if stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += wordSize
	}
	for i < len(b) && isPlain(b[i]) {
		i++
	}
	return i
}

// isPlain reports whether c is an ASCII character that a JSON string may hold as
// it is.
func isPlain(c byte) bool { return 0x20 <= c && c < 0x80 && c != '"' && c != '\\' }
