package scan

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/assayjson/assay/escape"
)

// AppendName appends the decoded form of a name to dst and returns the extended buffer. Names are
// compared in this form. body is the text between the quotation marks. Each lone surrogate is
// encoded as three bytes, because names that differ only in lone surrogates are different.
func AppendName(dst, body []byte) []byte {
	const short = 64 // longer names are left to a kernel, which is slower to start
	if len(body) <= short {
		dst = slices.Grow(dst, len(body)+word)
		if n, ok := decodeShort(dst[len(dst):cap(dst)], body); ok {
			return dst[:len(dst)+n]
		}
	}
	return escape.AppendUnescapedAs(dst, body, escape.KeepSurrogates)
}

const word = 8

// decodeShort writes the decoded form of body to dst, and returns the length of that form. dst must
// be longer than body by at least a word. If body has a surrogate, or a backslash that does not
// begin an escape, ok is false.
func decodeShort(dst, body []byte) (n int, ok bool) {
	for len(body) > 0 {
		if body[0] != '\\' {
			read := copyPlain(dst[n:], body)
			n, body = n+read, body[read:]
			continue
		}
		if len(body) < 2 {
			return 0, false
		}
		if c := shortEscapes[body[1]]; c != 0 {
			dst[n] = c
			n, body = n+1, body[2:]
			continue
		}
		if len(body) < 6 || body[1] != 'u' {
			return 0, false
		}
		unit := hexValues[body[2]]<<12 | hexValues[body[3]]<<8 | hexValues[body[4]]<<4 | hexValues[body[5]]
		switch body = body[6:]; {
		case unit < 0x80:
			dst[n] = byte(unit)
			n++
		case unit < 0x800:
			dst[n], dst[n+1] = byte(0xC0|unit>>6), byte(0x80|unit&0x3F)
			n += 2
		case unit&^0x7FF == 0xD800 || unit > 0xFFFF:
			return 0, false
		default:
			dst[n], dst[n+1], dst[n+2] = byte(0xE0|unit>>12), byte(0x80|unit>>6&0x3F), byte(0x80|unit&0x3F)
			n += 3
		}
	}
	return n, true
}

// copyPlain copies the bytes of body before the first backslash, and returns their number. The
// first byte of body must not be a backslash. copyPlain may write up to seven bytes more, for which
// dst must have room.
func copyPlain(dst, body []byte) (n int) {
	for len(body)-n >= word {
		w := binary.LittleEndian.Uint64(body[n:])
		binary.LittleEndian.PutUint64(dst[n:], w)
		if slashes := bytesEqual(w, '\\'); slashes != 0 {
			return n + bits.TrailingZeros64(slashes)/8
		}
		n += word
	}
	for n < len(body) && body[n] != '\\' {
		dst[n] = body[n]
		n++
	}
	return n
}

// bytesEqual finds the first byte of w that equals c. In the result, the lowest set bit is the top
// bit of that byte; the result is 0 if no byte of w equals c.
func bytesEqual(w uint64, c byte) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	w ^= ones * uint64(c)
	return (w - ones) &^ w & tops
}

// shortEscapes maps the letter of a two-character escape to the character it stands for.
var shortEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// hexValues maps each hexadecimal digit to its value, and every other byte to a value that four
// digits cannot reach.
var hexValues = func() (values [256]uint32) {
	for c := range values {
		values[c] = 1 << 16
	}
	for i, c := range "0123456789abcdef" {
		values[c] = uint32(i)
	}
	for i, c := range "ABCDEF" {
		values[c] = uint32(10 + i)
	}
	return values
}()
