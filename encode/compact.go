package encode

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// isDense reports whether appendCompact is likely to be faster than package format, which looks at each token:
// the text is short, or the middle of it has few strings and little white space. Most such texts consist of numbers.
func isDense(text []byte) bool {
	const short, sample, few = 512, 2 << 10, 64
	if len(text) <= short {
		return true
	}
	text = text[len(text)/2:]
	text = text[:min(len(text), sample)]
	n := 0
	for _, c := range []string{`"`, " ", "\n"} {
		n += bytes.Count(text, []byte(c))
	}
	return few*n < len(text)
}

// appendCompact appends valid JSON without the white space between tokens.
//
// Eight bytes at a time are looked at, as one word. Outside of strings, all bytes of JSON are ASCII, and
// the only ones below '#' are quotation marks and white space, since an exclamation mark is not possible.
func appendCompact(dst, text []byte) []byte {
	copied := 0 // text[copied:i] has yet to be copied
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			i = stringEnd(text, i+1)
		case c <= ' ':
			dst = append(dst, text[copied:i]...)
			i = spaceEnd(text, i+1)
			copied = i
		default:
			i = plainEnd(text, i+1)
		}
	}
	return append(dst, text[copied:]...)
}

const (
	each = 0x0101_0101_0101_0101 // the number 1 in each byte
	high = 0x80 * each
)

// plainEnd returns the offset of the first quotation mark or white space from text[i] on, which is
// not in a string.
func plainEnd(text []byte, i int) int {
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		if m := (w - '#'*each) &^ w & high; m != 0 { // the lowest bit of m is exact
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(text) && text[i] >= '#' {
		i++
	}
	return i
}

// spaceEnd returns the offset of the first byte from text[i] on that is not white space. text[i] is not
// in a string.
func spaceEnd(text []byte, i int) int {
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		if m := (w + (0x7F-' ')*each) & high; m != 0 { // exact up to the first string, which begins with such a byte
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(text) && text[i] <= ' ' {
		i++
	}
	return i
}

// stringEnd returns the offset after the string whose text begins at text[i].
func stringEnd(text []byte, i int) int {
	for near := i + 32; i+8 <= len(text) && i < near; {
		w := binary.LittleEndian.Uint64(text[i:])
		quote, backslash := w^'"'*each, w^'\\'*each
		m := ((quote-each)&^quote | (backslash-each)&^backslash) & high
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) / 8
		if text[i] == '"' {
			return i + 1
		}
		i += 2 // the escaped character is not looked at
	}
	for {
		n := bytes.IndexByte(text[i:], '"')
		escapes := 0 // the number of backslashes before the quotation mark
		for escapes < n && text[i+n-1-escapes] == '\\' {
			escapes++
		}
		if i += n + 1; escapes%2 == 0 {
			return i
		}
	}
}
