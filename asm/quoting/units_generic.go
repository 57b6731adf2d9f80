package quoting

import (
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// quoteUnitsGeneric is [QuoteUnits] in portable Go. The hexadecimal digits of a code unit come from
// a table that has two of them for each byte. A whole escape is then written as one word.
func quoteUnitsGeneric(dst []byte, src string, t *Table) (written, read int) {
	text := bytesOf(src)
	ascii := 0 // where the last ASCII characters begin
	for read < len(text) && len(dst)-written >= UnitsRoom {
		w, room := loadUnits(text[read:]), dst[written:]
		switch {
		case w&0x80 == 0:
			found := escapesIn(w) | w&swar.HighBits
			if t.rules&^ASCII != 0 {
				found |= t.moreEscapesIn(w)
			} else {
				found |= swar.LanesEqual(w, 0x7F)
			}
			n := bits.TrailingZeros64(found) / 8
			binary.LittleEndian.PutUint64(room, w)
			if n == 0 {
				escape := t.whole[byte(w)]
				binary.LittleEndian.PutUint64(room, escape)
				written += int(escape >> wholeLength)
				n = 1
			} else {
				written += n
			}
			if read += n; read-ascii >= calm {
				return written, read
			}
			continue
		case w&0xC0E0 == 0x80C0:
			if w&0x1E == 0 {
				return written, read
			}
			binary.LittleEndian.PutUint64(room, unitWord(w&0x1F<<6|w>>8&0x3F))
			written += unitEscape
			read += 2
		case w&0xC0C0F0 == 0x8080E0:
			unit := w&0xF<<12 | w>>8&0x3F<<6 | w>>16&0x3F
			if unit < 0x800 || unit-0xD800 < 0x800 {
				return written, read
			}
			binary.LittleEndian.PutUint64(room, unitWord(unit))
			written += unitEscape
			read += 3
		case w&0xC0C0C0F8 == 0x808080F0:
			high, low := surrogates(w)
			if high < 0xD800 || high > 0xDBFF {
				return written, read
			}
			binary.LittleEndian.PutUint64(room, unitWord(high))
			binary.LittleEndian.PutUint64(room[unitEscape:], unitWord(low))
			written += pairEscape
			read += 4
		default:
			return written, read
		}
		ascii = read
	}
	return written, read
}

// loadUnits loads the beginning of text. If it is too short, it is filled up with zeros, which do
// not continue a character.
func loadUnits(text []byte) uint64 {
	if len(text) >= swar.WordSize {
		return swar.Load(text)
	}
	return loadLastUnits(text)
}

// Without a function of its own, loadUnits could not be inlined.
//
//go:noinline
func loadLastUnits(text []byte) uint64 { return swar.LoadShort(text) }

// surrogates returns the code units of a character of four bytes. If there is no such character,
// high is not a surrogate.
func surrogates(w uint64) (high, low uint64) {
	above := w&0x7<<18 | w>>8&0x3F<<12 | w>>16&0x3F<<6 | w>>24&0x3F - 0x10000
	return 0xD800 + above>>10, 0xDC00 + above&0x3FF
}

// unitWord returns the \u escape of a code unit, the first byte in the lowest bits.
func unitWord(unit uint64) uint64 {
	return '\\' | 'u'<<8 | uint64(hexPairs[unit>>8])<<16 | uint64(hexPairs[byte(unit)])<<32
}

// hexPairs holds the two hexadecimal digits of each byte, the first one in the lower half.
var hexPairs = func() (pairs [256]uint16) {
	const hex = "0123456789abcdef"
	for b := range pairs {
		pairs[b] = uint16(hex[b>>4]) | uint16(hex[b&0xF])<<8
	}
	return pairs
}()
