package records

import (
	"encoding/binary"
	"math/bits"
)

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// zeros returns how many NUL characters are at the start of b.
func zeros(b []byte) (n int) {
	for ; len(b)-n >= word; n += word {
		if w := binary.LittleEndian.Uint64(b[n:]); w != 0 {
			return n + bits.TrailingZeros64(w)/8
		}
	}
	for n < len(b) && b[n] == 0 {
		n++
	}
	return n
}

// plainText returns the length of a text at the start of b that has no opening brackets and no control characters,
// except possibly in its last few bytes. The next byte may be plain, too.
func plainText(b []byte) (n int) {
	for ; len(b)-n >= word; n += word {
		w := binary.LittleEndian.Uint64(b[n:])
		control := (w - 0x20*lowBits) &^ w
		brackets := (w | 0x20*lowBits) ^ '{'*lowBits
		opener := (brackets - lowBits) &^ brackets
		if found := (control | opener) & highBits; found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
	}
	return n
}
