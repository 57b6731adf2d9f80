package input

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// A form is a variant of UTF-16 or UTF-32.
type form struct {
	size  int // the size of a code unit in bytes
	order binary.ByteOrder
	guess bool // a byte order mark may select the other byte order
}

var unitsOf = lazy.Value[map[string]form]{Make: func() map[string]form {
	return map[string]form{
		"utf-16":   {2, binary.BigEndian, true}, // RFC 2781, section 4.3: big-endian without a byte order mark
		"utf-16be": {2, binary.BigEndian, false},
		"utf-16le": {2, binary.LittleEndian, false},
		"utf-32":   {4, binary.BigEndian, true},
		"utf-32be": {4, binary.BigEndian, false},
		"utf-32le": {4, binary.LittleEndian, false},
	}
}}

// lostByte is the code unit of UTF-16 that the bytes of a line feed are after a byte has been lost. No character has this code.
const lostByte = 0x0A00

// units converts UTF-16 and UTF-32 to UTF-8 and removes a byte order mark.
type units struct {
	form
	name  string
	read  int64
	loose bool // run stops before lostByte
}

func (u *units) Reset() { u.read = 0 }

// Transform implements [transform.Transformer].
func (u *units) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	defer func() { u.read += int64(nSrc) }()
	for nSrc < len(src) {
		if u.size == 2 && u.read+int64(nSrc) > 0 {
			written, read := u.run(dst[nDst:], src[nSrc:])
			nDst, nSrc = nDst+written, nSrc+read
			if nSrc == len(src) {
				break
			}
		}
		if nDst+utf8.UTFMax > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		r, n := u.next(src[nSrc:])
		switch {
		case n == 0 && !atEOF:
			return nDst, nSrc, transform.ErrShortSrc
		case n > 0 && u.read == 0 && nSrc == 0 && u.mark(r):
		case n == 0 || !utf8.ValidRune(r):
			return nDst, nSrc, fmt.Errorf("invalid %s at byte %d", u.name, u.read+int64(nSrc))
		default:
			nDst += utf8.EncodeRune(dst[nDst:], r)
		}
		nSrc += n
	}
	return nDst, nSrc, nil
}

// mark reports whether r is a byte order mark, and sets the byte order accordingly.
func (u *units) mark(r rune) bool {
	if u.guess && (u.size == 2 && r == 0xFFFE || u.size == 4 && uint32(r) == 0xFFFE0000) {
		u.order = binary.LittleEndian
		return true
	}
	return r == 0xFEFF
}

// next returns the character at the start of b and its length in bytes. The length is 0 if b is too
// short. If the code unit is invalid, the result r is a surrogate or a value beyond U+10FFFF.
func (u *units) next(b []byte) (r rune, n int) {
	if len(b) < u.size {
		return 0, 0
	}
	if u.size == 4 {
		return rune(u.order.Uint32(b)), 4
	}
	r = rune(u.order.Uint16(b))
	if r < 0xD800 || r > 0xDBFF {
		return r, 2
	}
	if len(b) < 4 {
		return 0, 0
	}
	if pair := utf16.DecodeRune(r, rune(u.order.Uint16(b[2:]))); pair != utf8.RuneError {
		return pair, 4
	}
	return r, 2
}

// run converts characters of UTF-16 at the start of src to UTF-8, four code units at a time. It
// stops at an invalid surrogate, and when src or dst may be too small for four more units. It
// returns the number of bytes that it has written and read.
func (u *units) run(dst, src []byte) (nDst, nSrc int) {
	swap := 0 // as a shift count, it swaps the bytes of a code unit
	if u.order == binary.BigEndian {
		swap = 8
	}
	for nSrc+8 <= len(src) && nDst+4*utf8.UTFMax <= len(dst) {
		w := binary.LittleEndian.Uint64(src[nSrc:])
		if swap != 0 {
			w = w>>8&lowBytes | w&lowBytes<<8
		}
		if w&^ascii == 0 {
			w |= w >> 8
			binary.LittleEndian.PutUint32(dst[nDst:], uint32(w&0xFFFF|w>>16&0xFFFF0000))
			nDst, nSrc = nDst+4, nSrc+8
			continue
		}
		for end := nSrc + 8; nSrc < end; w >>= 16 {
			r, n := rune(uint16(w)), 2
			if u.loose && r == lostByte {
				return nDst, nSrc
			}
			if utf16.IsSurrogate(r) {
				if r = pairIn(src[nSrc:], swap); r == utf8.RuneError {
					return nDst, nSrc
				}
				w, n = w>>16, 4
			}
			nDst += put(dst[nDst:nDst+utf8.UTFMax], r)
			nSrc += n
		}
	}
	return nDst, nSrc
}

// pairIn returns the character of the surrogate pair at the start of b, or utf8.RuneError if there
// is no whole pair. The shift count swap is that of run.
func pairIn(b []byte, swap int) rune {
	if len(b) < 4 {
		return utf8.RuneError
	}
	high, low := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])
	return utf16.DecodeRune(rune(bits.RotateLeft16(high, swap)), rune(bits.RotateLeft16(low, swap)))
}

// put writes r, which must be valid, to b in UTF-8, and returns its length. It may write all of b.
func put(b []byte, r rune) (n int) {
	_ = b[3]
	u := uint32(r)
	switch {
	case u < 0x800:
		v, n := u, 1
		if u >= utf8.RuneSelf {
			v = 0xC0 | u>>6 | (0x80|u&0x3F)<<8
			n = 2
		}
		binary.LittleEndian.PutUint16(b, uint16(v))
		return n
	case u < 0x10000:
		b[0], b[1], b[2] = 0xE0|byte(u>>12), 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F
		return 3
	}
	b[0], b[1], b[2], b[3] = 0xF0|byte(u>>18), 0x80|byte(u>>12)&0x3F, 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F
	return 4
}

// Masks for four code units.
const (
	lowBytes = 0x00FF_00FF_00FF_00FF
	ascii    = 0x007F_007F_007F_007F
)
