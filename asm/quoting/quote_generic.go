package quoting

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/assayjson/assay/asm/internal/swar"
	"github.com/assayjson/assay/asm/utf8simd"
)

// quoteGeneric is [Quote] in portable Go. It copies plain text word by word, and takes escapes from
// the table.
func quoteGeneric(dst []byte, src string, t *Table) (written, read int, valid bool) {
	spare := len(dst) - len(src)
	if spare < 0 {
		return 0, 0, true
	}
	text := bytesOf(src[:t.quotable(src)])
	var seen uint64 // all words, combined by OR
	run := 0        // number of plain bytes since the last escape
	for len(text)-read >= swar.WordSize {
		w := swar.Load(text[read:])
		seen |= w
		binary.LittleEndian.PutUint64(dst[written:], w)
		found := escapesIn(w)
		if t.rules != 0 {
			found |= t.moreEscapesIn(w)
		}
		if found == 0 {
			read += swar.WordSize
			written += swar.WordSize
			if run += swar.WordSize; run >= plainBlock && t.rules == 0 {
				n, all := copyPlain(dst[written:], text[read:])
				seen |= all
				read += n
				written += n
			}
			continue
		}
		run = 0
		plain := bits.TrailingZeros64(found) / 8
		read += plain
		written += plain
		escape := t.whole[text[read]]
		length := int(escape >> wholeLength)
		if spare -= length - 1; spare < 0 {
			return written, read, utf8simd.Valid(text[:read])
		}
		if len(text)-read > swar.WordSize { // later output will overwrite the bytes that this writes beyond the escape
			binary.LittleEndian.PutUint64(dst[written:], escape)
		} else {
			putBytes(dst[written:], escape, length)
		}
		written += length
		read++
	}
	for ; read < len(text); read++ {
		escape := t.whole[text[read]]
		length := int(escape >> wholeLength)
		if spare -= length - 1; spare < 0 {
			break
		}
		seen |= escape
		putBytes(dst[written:], escape, length)
		written += length
	}
	return written, read, seen&swar.HighBits == 0 || utf8simd.Valid(text[:read])
}

// plainBlock is the number of bytes that copyPlain copies at once.
const plainBlock = 4 * swar.WordSize

// copyPlain copies blocks of four words that contain nothing to be escaped. It returns the number
// of bytes copied, and the OR of all their words.
func copyPlain(dst, text []byte) (n int, seen uint64) {
	for len(text) >= plainBlock && len(dst) >= plainBlock {
		w0, w1, w2, w3 := swar.Load(text), swar.Load(text[swar.WordSize:]), swar.Load(text[2*swar.WordSize:]), swar.Load(text[3*swar.WordSize:])
		if escapesIn(w0)|escapesIn(w1)|escapesIn(w2)|escapesIn(w3) != 0 {
			break
		}
		binary.LittleEndian.PutUint64(dst, w0)
		binary.LittleEndian.PutUint64(dst[swar.WordSize:], w1)
		binary.LittleEndian.PutUint64(dst[2*swar.WordSize:], w2)
		binary.LittleEndian.PutUint64(dst[3*swar.WordSize:], w3)
		seen |= w0 | w1 | w2 | w3
		text, dst = text[plainBlock:], dst[plainBlock:]
		n += plainBlock
	}
	return n, seen
}

// putBytes writes the lowest n bytes of w to dst, the lowest one first.
func putBytes(dst []byte, w uint64, n int) {
	for i := range dst[:n] {
		dst[i] = byte(w)
		w >>= 8
	}
}

// escapesIn finds the first lane of w that must be escaped whatever the rules are: the lowest bit
// set in the result is the top bit of that lane. If there is no such lane, the result is 0.
func escapesIn(w uint64) uint64 {
	return swar.LanesBelow(w, 0x20) | swar.LanesEqual(w, '"') | swar.LanesEqual(w, '\\')
}

// moreEscapesIn is like escapesIn, but finds only the additional characters that the rules of t
// escape.
func (t *Table) moreEscapesIn(w uint64) uint64 {
	var found uint64
	if t.rules&ASCII != 0 {
		found |= swar.LanesEqual(w, 0x7F)
	}
	if t.rules&HTML != 0 {
		found |= swar.LanesEqual(w, '<') | swar.LanesEqual(w, '>') | swar.LanesEqual(w, '&')
	}
	return found
}

// quotable returns the offset of the first character of src that the rules leave to the caller, or
// the length of src.
func (t *Table) quotable(src string) int {
	switch {
	case t.rules&ASCII != 0:
		return asciiLen(src)
	case t.rules&JS != 0:
		return beforeSeparator(src)
	}
	return len(src)
}

// asciiLen returns the offset of the first non-ASCII byte of s, or the length of s.
func asciiLen(s string) int {
	i := 0
	for len(s)-i >= swar.WordSize && swar.Load(bytesOf(s[i:]))&swar.HighBits == 0 {
		i += swar.WordSize
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// beforeSeparator returns the offset of the first U+2028 or U+2029 in s, or the length of s.
func beforeSeparator(s string) int {
	const lead = "\xE2\x80" // in U+2028 and U+2029, followed by A8 or A9
	for i := 0; ; i += len(lead) {
		next := strings.Index(s[i:], lead)
		if next < 0 {
			return len(s)
		}
		if i += next; i+2 < len(s) && s[i+2]&^1 == 0xA8 {
			return i
		}
	}
}

// bytesOf returns the bytes of s, which must not be modified.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
