package syntax

import (
	"encoding/binary"
	"math/bits"
)

// IndexExponent returns the offset of the first e or E in b that follows a digit, or len(b). It
// reads 8 bytes at a time.
func IndexExponent(b []byte) int {
	const word, caseBits = 8, 0x2020202020202020
	const high, digits = 0xF0F0F0F0F0F0F0F0, 0x3030303030303030 // the digits are among the bytes from 0x30 to 0x3F
	i := 1
	for ; i+word <= len(b); i += word {
		w, before := binary.LittleEndian.Uint64(b[i:]), binary.LittleEndian.Uint64(b[i-1:])
		if found := BytesEqual((w|caseBits)^eachE|(before&high^digits), 0); found != 0 {
			at := i + bits.TrailingZeros64(found)/8
			if IsDigit(b[at-1]) {
				return at
			}
			i = at + 1 - word
		}
	}
	for i < len(b) && (b[i]|0x20 != 'e' || !IsDigit(b[i-1])) {
		i++
	}
	return min(i, len(b))
}

const eachE = 0x6565656565656565 // an e in each byte
