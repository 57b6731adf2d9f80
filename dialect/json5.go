package dialect

import (
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// spaceLenOfJSON5 returns the length of the character at the start of b if it is white space that JSON
// does not have (section 8, table 3), and otherwise 0.
func spaceLenOfJSON5(b []byte) int {
	if b[0] < utf8.RuneSelf {
		if b[0] == '\v' || b[0] == '\f' {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRune(b)
	if r == '\u2028' || r == '\u2029' || r == '\uFEFF' || unicode.Is(unicode.Zs, r) {
		return n
	}
	return 0
}

const lineSeparator = "\u2028"

// lineSeparatorLen returns 3 if b starts with U+2028 or U+2029, and otherwise 0. In JSON5, these
// characters end a line, except in strings.
func lineSeparatorLen(b []byte) int {
	if len(b) >= 3 && b[0] == lineSeparator[0] && b[1] == 0x80 && b[2]&^1 == 0xA8 {
		return 3
	}
	return 0
}

// escapeLen returns the length of the JSON5 escape at the start of b, and whether it is valid or
// could become valid if b continued. The length of an invalid escape is the number of bytes that
// can be skipped in the search for the end of the string.
func escapeLen(b []byte) (n int, ok bool) {
	if len(b) < 2 {
		return 1, true
	}
	switch c := b[1]; {
	case c == 'x':
		return hexEscapeLen(b, 2)
	case c == 'u':
		return hexEscapeLen(b, 4)
	case c == '0' && len(b) > 2 && syntax.IsDigit(b[2]):
		return 3, false
	case c == '0':
		return 2, true
	case syntax.IsDigit(c):
		return 2, false
	case c == '\r' && len(b) > 2 && b[2] == '\n':
		return 3, true
	case c < utf8.RuneSelf:
		return 2, true
	}
	n, kind := utf8check.Sequence(b[1:])
	if kind != utf8check.WellFormed {
		return 1, false // without the backslash, the bytes before and after it could form a character
	}
	return 1 + n, true
}

// hexEscapeLen is escapeLen for \x and \u. An escape that is cut off by the end of b counts as
// valid.
func hexEscapeLen(b []byte, digits int) (n int, ok bool) {
	n = 2
	for n < len(b) && n < 2+digits && hexValues[b[n]] >= 0 {
		n++
	}
	return n, n == 2+digits || n == len(b)
}

// identifierRune returns the character at the start of b, which may be escaped, and its length. The length is
// 0 if there is no character there, or if the function named is returns false for it.
func identifierRune(b []byte, is func(rune) bool) (r rune, n int) {
	if b[0] == '\\' {
		if len(b) < 2 || b[1] != 'u' {
			return 0, 0
		}
		n, _ := hexEscapeLen(b, 4)
		if r := hexValue(b[2:n]); n == 6 && is(r) {
			return r, n
		}
		return 0, 0
	}
	r, n = rune(b[0]), 1
	if r >= utf8.RuneSelf {
		if r, n = utf8.DecodeRune(b); r == utf8.RuneError {
			return 0, 0
		}
	}
	if !is(r) {
		return 0, 0
	}
	return r, n
}

func hexValue(digits []byte) (r rune) {
	for _, c := range digits {
		r = r<<4 | rune(hexValues[c])
	}
	return r
}

// hexValues has the value of each hexadecimal digit, and -1 for every other byte. A table is faster than
// comparisons, whose results are hard to predict.
var hexValues = func() (values [256]int8) {
	for i := range values {
		values[i] = -1
	}
	for i := range 16 {
		values["0123456789abcdef"[i]], values["0123456789ABCDEF"[i]] = int8(i), int8(i)
	}
	return values
}()
