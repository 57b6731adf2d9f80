package syntax

import (
	"encoding/binary"
	"math/bits"
)

// IndexE returns the offset of the first e or E in b, or len(b). It reads 8 bytes at a time.
func IndexE(b []byte) (i int) {
	const word, caseBits = 8, 0x2020202020202020
	for ; i+word <= len(b); i += word {
		if found := bytesEqual(binary.LittleEndian.Uint64(b[i:])|caseBits, 'e'); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && b[i]|0x20 != 'e' {
		i++
	}
	return i
}
