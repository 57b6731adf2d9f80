package asm

import "encoding/binary"

// unquoteGeneric is [Unquote] in portable Go, plain text by words.
func unquoteGeneric(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	for read < len(src) {
		if len(src)-read >= wordSize {
			w := loadWord(bytesOf(src[read:]))
			if lanesBelow(w, 0x20)|lanesEqual(w, '"')|lanesEqual(w, '\\') == 0 {
				binary.LittleEndian.PutUint64(dst[written:], w)
				read += wordSize
				written += wordSize
				continue
			}
		}
		c, length := src[read], 1
		if c < 0x20 || c == '"' {
			break
		}
		if c == '\\' {
			if read+1 == len(src) || escaped[src[read+1]] == 0 {
				break
			}
			c, length = escaped[src[read+1]], shortEscape
		}
		dst[written] = c
		written++
		read += length
	}
	return written, read, validUTF8Generic(bytesOf(src[:read]))
}
