package partial

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// plainLen returns how many plain characters are at the start of b.
func plainLen(b []byte) int {
	n := 0
	for ; n+wordSize <= len(b); n += wordSize {
		if stop := notPlain(binary.LittleEndian.Uint64(b[n:])) & highs; stop != 0 {
			return n + bits.TrailingZeros64(stop)/8
		}
	}
	for n < len(b) && isPlain(b[n]) {
		n++
	}
	return n
}

// plainEnd returns the offset of the first byte of buf from offset i on that is not a plain character, or
// the length of buf. It reads up to wordSize-1 bytes after buf, which must be within its capacity.
func (c *draft) plainEnd(i int) int {
	b, n := c.buf[:cap(c.buf)], len(c.buf)
	for ; i < n; i += wordSize {
		if stop := notPlain(binary.LittleEndian.Uint64(b[i:])) & highs; stop != 0 {
			return min(i+bits.TrailingZeros64(stop)/8, n)
		}
	}
	return n
}

const wordSize = 8 // in bytes

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// isPlain reports whether b is a plain character: ASCII without quotation marks, backslashes and control
// characters (RFC 8259, section 7).
func isPlain(b byte) bool { return ' ' <= b && b < utf8.RuneSelf && b != '"' && b != '\\' }

// notPlain returns a number in which the highest bit of some byte is set if one of the eight bytes of w is
// not a plain character. The lowest such bit is that of the first such byte. Exclusive OR with 2 puts the
// quotation mark (0x22) directly after the control characters, so that one comparison finds both.
func notPlain(w uint64) uint64 {
	return w | ((w ^ 2*ones) - ('"'-1)*ones) | ((w ^ '\\'*ones) - ones)
}
