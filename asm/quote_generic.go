package asm

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// quoteGeneric is [Quote] in portable Go: plain text by words, and escapes by table.
func quoteGeneric(dst []byte, src string, t *QuoteTable) (written, read int, valid bool) {
	spare := len(dst) - len(src)
	if spare < 0 {
		return 0, 0, true
	}
	src = src[:t.quotable(src)]
	for read < len(src) {
		if len(src)-read >= wordSize {
			if w := loadWord(bytesOf(src[read:])); !t.escapesIn(w) {
				binary.LittleEndian.PutUint64(dst[written:], w)
				read += wordSize
				written += wordSize
				continue
			}
		}
		c := src[read]
		escape := t.whole[c]
		length := int(escape >> wholeLength)
		if spare -= length - 1; spare < 0 {
			break
		}
		for range length {
			dst[written] = byte(escape)
			escape >>= 8
			written++
		}
		read++
	}
	return written, read, validUTF8Generic(bytesOf(src[:read]))
}

// quotable returns the offset of the first character that the rules leave to the caller,
// or the length of src.
func (t *QuoteTable) quotable(src string) int {
	switch {
	case t.rules&QuoteASCII != 0:
		return asciiLen(src)
	case t.rules&QuoteJS != 0:
		return beforeSeparator(src)
	}
	return len(src)
}

// asciiLen returns the offset of the first byte of s that is not ASCII, or its length.
func asciiLen(s string) int {
	i := 0
	for len(s)-i >= wordSize && loadWord(bytesOf(s[i:]))&highBits == 0 {
		i += wordSize
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// beforeSeparator returns the offset of the first U+2028 or U+2029 in s, or its length.
func beforeSeparator(s string) int {
	const lead = "\xE2\x80" // A8 or A9 follow
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

// escapesIn reports whether a character of w must be escaped.
func (t *QuoteTable) escapesIn(w uint64) bool {
	found := lanesBelow(w, 0x20) | lanesEqual(w, '"') | lanesEqual(w, '\\')
	if t.rules&QuoteASCII != 0 {
		found |= lanesEqual(w, 0x7F)
	}
	if t.rules&QuoteHTML != 0 {
		found |= lanesEqual(w, '<') | lanesEqual(w, '>') | lanesEqual(w, '&')
	}
	return found != 0
}

// bytesOf returns the bytes of s, which must not be written to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
