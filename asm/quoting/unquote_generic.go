package quoting

import (
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
	"github.com/assayjson/assay/asm/utf8simd"
)

// unquoteGeneric is [Unquote] in portable Go. It copies plain text word by word.
func unquoteGeneric(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	text := bytesOf(src)
	var seen uint64 // all words, combined by OR
	run := 0        // number of plain bytes since the last escape
	for read < len(text) {
		if len(text)-read >= swar.WordSize {
			w := swar.Load(text[read:])
			seen |= w
			binary.LittleEndian.PutUint64(dst[written:], w)
			plain := bits.TrailingZeros64(escapesIn(w)) / 8
			read += plain
			written += plain
			if plain == swar.WordSize {
				if run += swar.WordSize; run >= plainBlock {
					n, all := copyPlain(dst[written:], text[read:])
					seen |= all
					read += n
					written += n
				}
				continue
			}
		}
		run = 0
		c := text[read]
		if c < 0x20 || c == '"' {
			break
		}
		if c != '\\' {
			seen |= uint64(c)
			dst[written] = c
			written++
			read++
			continue
		}
		w, r := unquoteEscape(dst[written:], src[read:])
		if r == 0 {
			break
		}
		written += w
		read += r
	}
	return written, read, seen&swar.HighBits == 0 || utf8simd.Valid(text[:read])
}

// UnquoteShort decodes the escapes in src like [Unquote], but copies all other bytes as they are. It
// is faster than Unquote if src is short. It stops at a backslash that does not begin an escape,
// and at a surrogate that is not part of a pair. dst must be longer than src by at least
// [UnquoteShortRoom] bytes, and all of it may be overwritten.
func UnquoteShort(dst []byte, src string) (written, read int) {
	text := bytesOf(src) // slices of it have capacities of their own, because the compiler then needs fewer instructions
	for read < len(text) {
		w := uint64(0)
		if end := read + swar.WordSize; end <= len(text) {
			w = swar.Load(text[read:end:end])
		} else {
			w = swar.LoadShort(text[read:])
		}
		to := written + swar.WordSize
		binary.LittleEndian.PutUint64(dst[written:to:to], w)
		slashes := swar.LanesEqual(w, '\\')
		if slashes == 0 {
			read += swar.WordSize
			written += swar.WordSize
			continue
		}
		plain := bits.TrailingZeros64(slashes) / 8
		read += plain
		written += plain
		if end := read + unitEscape; end <= len(text) && text[read+1] == 'u' {
			if unit := parseUnit(src[read:end]); unit < 0x800 {
				to := written + 2
				written += putUnit(dst[written:to:to], unit)
				read = end
				continue
			}
		}
		n, escape := unquoteEscape(dst[written:], src[read:])
		if escape == 0 {
			return written, read
		}
		written += n
		read += escape
	}
	excess := read - len(text) // the last word may have ended after the text
	return written - excess, len(text)
}

// putUnit writes the one or two bytes of the UTF-8 sequence of a UTF-16 code unit below 0x800. It
// returns their number. dst must have room for two bytes.
func putUnit(dst []byte, unit uint32) int {
	two, n := 0x80C0|unit>>6|unit&0x3F<<8, 2
	if unit < 0x80 {
		two, n = unit, 1
	}
	binary.LittleEndian.PutUint16(dst, uint16(two))
	return n
}

// UnquoteShortRoom is how much longer than src the argument dst of [UnquoteShort] must be.
const UnquoteShortRoom = swar.WordSize

// escaped maps the letter of a two-character escape to the character it stands for, and other bytes
// to 0. Assembly for arm64 reads it too.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unquoteEscape decodes the escape, or the run of \u escapes, at the beginning of src. src must
// begin with a backslash. If the backslash does not begin an escape, read is 0.
func unquoteEscape(dst []byte, src string) (written, read int) {
	if len(src) < shortEscape {
		return 0, 0
	}
	if c := escaped[src[1]]; c != 0 {
		dst[0] = c
		return 1, shortEscape
	}
	return unquoteUnits(dst, src)
}

// unquoteUnits writes the characters of the run of \uXXXX escapes at the beginning of src. It stops
// at a surrogate that is not part of a pair.
func unquoteUnits(dst []byte, src string) (written, read int) {
	for len(src)-read >= unitEscape {
		unit := parseUnit(src[read:])
		switch {
		case unit < 0x80:
			dst[written] = byte(unit)
			written++
		case unit < 0x800:
			put := dst[written : written+2]
			put[0] = 0xC0 | byte(unit>>6)
			put[1] = 0x80 | byte(unit&0x3F)
			written += 2
		case unit&^0x7FF != 0xD800:
			if unit > 0xFFFF {
				return written, read
			}
			put := dst[written : written+3]
			put[0] = 0xE0 | byte(unit>>12)
			put[1] = 0x80 | byte(unit>>6&0x3F)
			put[2] = 0x80 | byte(unit&0x3F)
			written += 3
		default:
			if unit >= 0xDC00 || len(src)-read < pairEscape {
				return written, read
			}
			low := parseUnit(src[read+unitEscape:])
			if low&^0x3FF != 0xDC00 {
				return written, read
			}
			character := 0x10000 + (unit-0xD800)<<10 + (low - 0xDC00)
			put := dst[written : written+4]
			put[0] = 0xF0 | byte(character>>18)
			put[1] = 0x80 | byte(character>>12&0x3F)
			put[2] = 0x80 | byte(character>>6&0x3F)
			put[3] = 0x80 | byte(character&0x3F)
			written += 4
			read += unitEscape
		}
		read += unitEscape
	}
	return written, read
}

// notHex is the value in hexDigits of characters that are not hexadecimal digits. It makes any
// number that it is part of too large for a UTF-16 code unit.
const notHex = 1 << 16

// parseUnit returns the UTF-16 code unit of the \uXXXX escape at the beginning of s, or a larger
// number if there is none. s must have at least six bytes.
func parseUnit(s string) uint32 {
	if s = s[:unitEscape]; s[0] != '\\' || s[1] != 'u' {
		return notHex
	}
	return hexDigits[s[2]]<<12 | hexDigits[s[3]]<<8 | hexDigits[s[4]]<<4 | hexDigits[s[5]]
}

var hexDigits = func() (values [256]uint32) {
	for i := range values {
		values[i] = notHex
	}
	for i, c := range "0123456789" {
		values[c] = uint32(i)
	}
	for i, c := range "abcdef" {
		values[c] = 10 + uint32(i)
		values[c-'a'+'A'] = 10 + uint32(i)
	}
	return values
}()
