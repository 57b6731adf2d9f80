package partial

import "encoding/binary"

const wordSize = 8

// appendPlain appends chunk to the text, whose buffer must have room for it, if all bytes of chunk are plain
// characters: ASCII without quotation marks, backslashes and control characters (RFC 8259, section 7). It
// copies and examines eight bytes at a time. The last eight bytes may overlap those before.
func (c *core) appendPlain(chunk []byte) bool {
	n := len(c.buf)
	end := n + len(chunk)
	to := c.buf[n:end]
	special := uint64(0)
	if len(chunk) < wordSize {
		for i, b := range chunk {
			to[i] = b
			special |= notPlain(uint64(b) | spaces&^0xFF)
		}
	} else {
		last, lastTo := chunk[len(chunk)-wordSize:], to[len(chunk)-wordSize:]
		for len(chunk) > wordSize && len(to) > wordSize {
			w := binary.LittleEndian.Uint64(chunk)
			binary.LittleEndian.PutUint64(to, w)
			special |= notPlain(w)
			chunk, to = chunk[wordSize:], to[wordSize:]
		}
		w := binary.LittleEndian.Uint64(last)
		binary.LittleEndian.PutUint64(lastTo, w)
		special |= notPlain(w)
	}
	if special&highs != 0 {
		return false
	}
	c.buf = c.buf[:end]
	return true
}

const (
	ones   = 0x0101010101010101
	highs  = 0x8080808080808080
	spaces = 0x2020202020202020
)

// notPlain returns a number in which the highest bit of some byte is set if one of the eight bytes of w is
// not a plain character.
func notPlain(w uint64) uint64 {
	return w | (w - spaces) | ((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones)
}
