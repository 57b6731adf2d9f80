package format

import (
	"math/bits"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// An asciiSource returns the items of a source, with every string and name converted to ASCII.
type asciiSource struct{ source }

func (s asciiSource) next(it *item) error {
	if err := s.source.next(it); err != nil {
		return err
	}
	if (it.kind == tokenizer.String || it.kind == tokenizer.Name) && !utf8check.IsASCII(it.text) {
		it.text = appendASCII(nil, it.text)
	}
	return nil
}

// appendASCII appends a string or an unquoted JSON5 name to dst, and escapes all characters that
// are not ASCII. Existing escapes are copied unchanged.
func appendASCII(dst, text []byte) []byte {
	if text[0] != '"' && text[0] != '\'' && hasPairs(text) {
		return append(appendASCIIBody(append(dst, '"'), text), '"')
	}
	return appendASCIIBody(dst, text)
}

// hasPairs reports whether text contains a character above U+FFFF. Such a character is escaped as a
// surrogate pair, which an unquoted name must not contain.
func hasPairs(text []byte) bool {
	for _, c := range text {
		if c >= 0xF0 {
			return true
		}
	}
	return false
}

func appendASCIIBody(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(text[i:])
			dst = appendEscaped(dst, r)
			i += n
		case c != '\\':
			dst = append(dst, c)
			i++
		case text[i+1] < utf8.RuneSelf:
			dst = append(dst, c, text[i+1])
			i += 2
		default: // in JSON5, the backslash has no effect before other characters, so it is dropped; U+2028 or U+2029 after it is dropped, too
			i++
			if r, n := utf8.DecodeRune(text[i:]); r == '\u2028' || r == '\u2029' {
				i += n
			}
		}
	}
	return dst
}

// appendEscaped appends r as an escape \uXXXX, or as two escapes if r is above U+FFFF.
func appendEscaped(dst []byte, r rune) []byte {
	if r > 0xFFFF {
		dst = appendUnit(dst, firstUnit(r))
		r = 0xDC00 + (r-0x10000)&0x3FF
	}
	return appendUnit(dst, r)
}

func appendUnit(dst []byte, unit rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[unit>>12&15], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}

// firstUnit returns the first UTF-16 code unit of r.
func firstUnit(r rune) rune {
	if r > 0xFFFF {
		return 0xD800 + (r-0x10000)>>10
	}
	return r
}

// asciiText returns a JSON text with all characters outside ASCII escaped. They are all in strings,
// so the rest of the text does not matter. The text must be valid.
func asciiText(src []byte) []byte {
	if utf8check.IsASCII(src) {
		return src
	}
	dst := make([]byte, 0, len(src)+len(src)/2)
	for {
		n := asciiLen(src)
		if dst, src = append(dst, src[:n]...), src[n:]; len(src) == 0 {
			return dst
		}
		// What follows is escaped by a kernel, as far as the kernel would escape nothing else.
		n = tameLen(src)
		last := len(dst) - 1
		before := dst[last]
		dst, _ = escape.Append(dst[:last], src[:n], escape.Options{ASCII: true}) // with quotation marks
		dst[last], dst = before, dst[:len(dst)-1]
		src = src[n:]
	}
}

// asciiLen returns the number of ASCII characters at the start of text.
func asciiLen(text []byte) int {
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		if w := word(text[n:]) & 0x8080808080808080; w != 0 {
			return n + bits.TrailingZeros64(w)/8
		}
	}
	for n < len(text) && text[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// tameLen returns the length of the part of a string before the first character in ASCII that
// package escape would escape. The string has no control characters below U+0020.
func tameLen(text []byte) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		w := word(text[n:])
		quote, backslash, del := w^ones*'"', w^ones*'\\', w^ones*0x7F
		// The lowest bit that is set is that of the first byte that is zero; a byte after it may be 1.
		if zero := ((quote-ones)&^quote | (backslash-ones)&^backslash | (del-ones)&^del) & high; zero != 0 {
			return n + bits.TrailingZeros64(zero)/8
		}
	}
	for n < len(text) && text[n] != '"' && text[n] != '\\' && text[n] != 0x7F {
		n++
	}
	return n
}
