package asm

import (
	"encoding/binary"
	"math/bits"
)

// unquoteGeneric is [Unquote] in portable Go, plain text by words.
func unquoteGeneric(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	text := bytesOf(src)
	var seen uint64 // all words, one over the other
	run := 0        // plain bytes since the last escape
	for read < len(text) {
		if len(text)-read >= wordSize {
			w := loadWord(text[read:])
			seen |= w
			binary.LittleEndian.PutUint64(dst[written:], w)
			plain := bits.TrailingZeros64(escapesIn(w)) / 8
			read += plain
			written += plain
			if plain == wordSize {
				if run += wordSize; run >= plainBlock {
					n, all := copyPlain(dst[written:], text[read:])
					seen |= all
					read += n
					written += n
				}
				continue
			}
		}
		run = 0
		c, length := text[read], 1
		if c < 0x20 || c == '"' {
			break
		}
		if c == '\\' {
			if read+1 == len(text) || escaped[text[read+1]] == 0 {
				break
			}
			c, length = escaped[text[read+1]], shortEscape
		}
		seen |= uint64(c)
		dst[written] = c
		written++
		read += length
	}
	return written, read, seen&highBits == 0 || validUTF8Generic(text[:read])
}
