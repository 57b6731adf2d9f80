package quoting

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// plainLenGeneric is [PlainLen] in portable Go, one word at a time. Lanes above the first hit are
// unreliable, but only the first hit is used.
func plainLenGeneric(b []byte) int {
	i := 0
	for len(b)-i >= swar.WordSize {
		w := swar.Load(b[i:])
		stop := w&swar.HighBits | swar.LanesBelow(w, 0x20) | swar.LanesEqual(w, '"') | swar.LanesEqual(w, '\\')
		if stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += swar.WordSize
	}
	for i < len(b) && isPlain(b[i]) {
		i++
	}
	return i
}

// isPlain reports whether c is an ASCII character that a JSON string may contain unescaped.
func isPlain(c byte) bool { return 0x20 <= c && c < 0x80 && c != '"' && c != '\\' }
