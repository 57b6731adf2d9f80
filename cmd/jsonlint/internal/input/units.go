package input

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// A form is a variant of UTF-16 or UTF-32.
type form struct {
	size  int // the size of a code unit in bytes
	order binary.ByteOrder
	guess bool // a byte order mark may select the other byte order
}

var unitsOf = map[string]form{
	"utf-16":   {2, binary.BigEndian, true}, // RFC 2781, section 4.3: big-endian without a byte order mark
	"utf-16be": {2, binary.BigEndian, false},
	"utf-16le": {2, binary.LittleEndian, false},
	"utf-32":   {4, binary.BigEndian, true},
	"utf-32be": {4, binary.BigEndian, false},
	"utf-32le": {4, binary.LittleEndian, false},
}

// units converts UTF-16 and UTF-32 to UTF-8 and removes a byte order mark.
type units struct {
	form
	name string
	read int64
}

func (u *units) Reset() { u.read = 0 }

// Transform implements [transform.Transformer].
func (u *units) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	defer func() { u.read += int64(nSrc) }()
	for nSrc < len(src) {
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
