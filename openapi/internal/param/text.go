package param

import "strings"

// A coding is how a text is encoded in the request.
type coding uint8

const (
	verbatim coding = iota // headers, and cookies of style cookie: nothing is encoded
	percent                // paths, and cookies of style form: RFC 3986, section 2.1
	form                   // queries: application/x-www-form-urlencoded, where + is a space
)

// isPlain reports whether decoding does not change text.
func (c coding) isPlain(text string) bool {
	return c == verbatim || strings.IndexByte(text, '%') < 0 && (c == percent || strings.IndexByte(text, '+') < 0)
}

// appendDecoded appends the decoded text to dst. If a percent sign is not followed by two hexadecimal digits, bad is its
// offset in text, otherwise -1.
func (c coding) appendDecoded(dst []byte, text string) (out []byte, bad int) {
	if c.isPlain(text) {
		return append(dst, text...), -1
	}
	for i := 0; i < len(text); {
		b, n := c.next(text[i:])
		if n == 0 {
			return dst, i
		}
		dst = append(dst, b)
		i += n
	}
	return dst, -1
}

// next decodes the first byte of text, which is not empty. n is the length of its encoding, or 0 if a percent sign is
// not followed by two hexadecimal digits.
func (c coding) next(text string) (b byte, n int) {
	switch b = text[0]; {
	case b == '%' && c != verbatim:
		if len(text) < 3 || hex[text[1]] < 0 || hex[text[2]] < 0 {
			return 0, 0
		}
		return byte(hex[text[1]])<<4 | byte(hex[text[2]]), 3
	case b == '+' && c == form:
		return ' ', 1
	}
	return b, 1
}

// rawOffset returns the offset in text of byte number decoded of the decoded text.
func (c coding) rawOffset(text string, decoded int) int {
	i := 0
	for ; decoded > 0 && i < len(text); decoded-- {
		_, n := c.next(text[i:])
		i += max(n, 1)
	}
	return i
}

// hex has the value of each hexadecimal digit, and -1 for other bytes.
var hex = func() (table [256]int8) {
	for b := range table {
		table[b] = int8(strings.IndexByte("0123456789abcdef", byte(b)|0x20))
		if b < '0' || b > '9' && b < 'A' {
			table[b] = -1
		}
	}
	return
}()

// literalOf returns the types that a text can have if it is not a string.
func literalOf[text ~string | ~[]byte](t text) Types {
	switch {
	case len(t) == 0:
	case t[0] == '-' || t[0]-'0' <= 9:
		if isNumber(t) {
			return Integer | Number
		}
	case string(t) == "true", string(t) == "false":
		return Boolean
	}
	return 0
}

// isNumber reports whether a text is a number of RFC 8259, section 6.
func isNumber[bytes ~string | ~[]byte](text bytes) bool {
	i := 0
	if i < len(text) && text[i] == '-' {
		i++
	}
	first := i
	if i = skipDigits(text, i); i == first || text[first] == '0' && i > first+1 {
		return false
	}
	if i < len(text) && text[i] == '.' {
		first = i + 1
		if i = skipDigits(text, first); i == first {
			return false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		first = i
		if i = skipDigits(text, first); i == first {
			return false
		}
	}
	return i == len(text)
}

func skipDigits[bytes ~string | ~[]byte](text bytes, i int) int {
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i
}

// A delimiter separates the items of a text that is still encoded.
type delimiter byte

// space is the delimiter of style spaceDelimited: %20, + or a space. The others are the character itself; a pipe may
// also be encoded, because RFC 3986 does not allow it in a query.
const space delimiter = ' '

// find returns where the first delimiter in text begins and ends. If there is none, both are len(text).
func (d delimiter) find(text string) (begin, end int) {
	if d != space && d != '|' {
		if i := strings.IndexByte(text, byte(d)); i >= 0 {
			return i, i + 1
		}
		return len(text), len(text)
	}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == byte(d), b == '+' && d == space:
			return i, i + 1
		case b == '%' && i+3 <= len(text):
			if decoded, n := percent.next(text[i:]); n > 0 && decoded == byte(d) {
				return i, i + 3
			}
		}
	}
	return len(text), len(text)
}
