package records

import (
	"bytes"
	"encoding/binary"
)

// word is the number of bytes that are searched at a time.
const word = 8

// lineEnds finds the next newlines of b at b[from] or later. The newlines of b[:next] have been
// found. In found, bit 7 is set in each byte that is one of these newlines. The last byte of found
// stands for b[next-1]. The end of b counts as a newline.
func lineEnds(b []byte, from int) (found uint64, next int) {
	if rest := b[from:]; len(rest) >= word {
		from += word
		if found = newlinesIn(binary.LittleEndian.Uint64(rest)); found != 0 {
			return found, from
		}
	}
	i := bytes.IndexByte(b[from:], '\n')
	if i < 0 {
		i = len(b) - from
	}
	return 1 << 63, from + i + 1
}

// newlinesIn returns a word that has bit 7 set in each byte in which w has a newline.
func newlinesIn(w uint64) uint64 {
	const newlines, low = 0x0A0A0A0A0A0A0A0A, 0x7F7F7F7F7F7F7F7F
	w ^= newlines
	return ^((w&low + low) | w | low)
}
