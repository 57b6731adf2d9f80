package partial

import (
	"encoding/binary"
	"math/bits"
)

const wordSize = 8

// appendPlain appends chunk to the text, whose buffer must have room for it. It reports whether all bytes of
// chunk are plain characters: ASCII without quotation marks, backslashes and control characters (RFC 8259,
// section 7). It copies and examines eight bytes at a time. The last eight bytes may overlap those before.
func (c *core) appendPlain(chunk []byte) bool {
	n := len(c.buf)
	end := n + len(chunk)
	to := c.buf[n:end]
	c.buf = c.buf[:end]
	if len(to) < wordSize || len(chunk) < wordSize {
		copy(to, chunk)
		return plainLen(chunk) == len(chunk)
	}
	last := binary.LittleEndian.Uint64(chunk[len(chunk)-wordSize:])
	special := notPlain(last)
	for i := wordSize; i < len(chunk) && i <= len(to); i += wordSize {
		w := binary.LittleEndian.Uint64(chunk[i-wordSize : i])
		binary.LittleEndian.PutUint64(to[i-wordSize:i], w)
		special |= notPlain(w)
	}
	binary.LittleEndian.PutUint64(to[len(to)-wordSize:], last)
	return special&highs == 0
}

// plainLen returns how many plain characters are at the start of b.
func plainLen(b []byte) int {
	n := 0
	for ; n+wordSize <= len(b); n += wordSize {
		if stop := notPlain(binary.LittleEndian.Uint64(b[n:])) & highs; stop != 0 {
			return n + bits.TrailingZeros64(stop)/8
		}
	}
	for n < len(b) && notPlain(uint64(b[n])|spaces&^0xFF)&highs == 0 {
		n++
	}
	return n
}

// plainEnd returns the offset of the first byte of buf from offset i on that is not a plain character, or
// the length of buf. It reads up to wordSize-1 bytes after buf, which must be within its capacity.
func (c *core) plainEnd(i int) int {
	b, n := c.buf[:cap(c.buf)], len(c.buf)
	for ; i < n; i += wordSize {
		if stop := notPlain(binary.LittleEndian.Uint64(b[i:])) & highs; stop != 0 {
			return min(i+bits.TrailingZeros64(stop)/8, n)
		}
	}
	return n
}

const (
	ones   = 0x0101010101010101
	highs  = 0x8080808080808080
	spaces = 0x2020202020202020
)

// notPlain returns a number in which the highest bit of some byte is set if one of the eight bytes of w is
// not a plain character. The lowest such bit is that of the first such byte.
func notPlain(w uint64) uint64 {
	return w | (w - spaces) | ((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones)
}
