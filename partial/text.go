package partial

import (
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
)

// The methods that read a part of a token take the offset at which they start, and return the offset at
// which they stop. They return false if the byte there is invalid.

// beginText begins the string at buf[i].
func (c *core) beginText(i int, isName bool) (int, bool) {
	c.mark(i)
	c.name, c.phase, c.high = isName, inString, noHigh
	return c.text(i + 1)
}

// text continues to read a string at buf[i], which is between two characters.
func (c *core) text(i int) (int, bool) {
	for {
		if i < len(c.buf) && c.buf[i] != '\\' {
			i = c.plainEnd(i)
		}
		if i == len(c.buf) {
			return i, true
		}
		switch b := c.buf[i]; {
		case b == '"':
			return c.endText(i)
		case b == '\\':
			c.marks[len(c.marks)-1] |= tape.HasEscape
			if i+1 < len(c.buf) && isShortEscape[c.buf[i+1]] {
				i += 2
				continue
			}
			c.unit, c.phase = i, inEscape
			return i + 1, true
		case b < utf8.RuneSelf:
			return i, false
		}
		var ok bool
		if i, ok = c.character(i); !ok || c.phase != inString {
			return i, ok
		}
	}
}

// isShortEscape has the characters that form an escape with the backslash before them.
var isShortEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// endText ends the string at its closing quotation mark, which is at buf[i].
func (c *core) endText(i int) (int, bool) {
	begin := c.tokenBegins()
	if i-begin-1 > c.MaxString {
		return i, false
	}
	c.mark(i)
	i++
	if !c.name {
		return c.endValue(i), true
	}
	if c.UniqueNames {
		if _, isNew := c.names.Add(c.buf, begin, i, true); !isNew {
			return i, false
		}
	}
	c.phase = wantColon
	if i < len(c.buf) && c.buf[i] == ':' {
		c.phase = wantMember
		i++
	}
	return i, true
}

// character reads characters outside ASCII starting at buf[i].
func (c *core) character(i int) (int, bool) {
	for i < len(c.buf) && c.buf[i] >= utf8.RuneSelf {
		if n := usualLen(c.buf[i:]); n > 0 && !c.IJSON {
			i += n
			continue
		}
		r, n := utf8.DecodeRune(c.buf[i:])
		switch {
		case n > 1 && !(c.IJSON && scan.IsNoncharacter(r)):
			i += n
			continue
		case n == 1 && !utf8.FullRune(c.buf[i:]):
			c.unit, c.phase = i, inCharacter
			return len(c.buf), true
		}
		return i, false
	}
	c.phase = inString
	return i, true
}

// usualLen returns the length of the character at the start of b if it is well-formed and of a common form, and
// 0 otherwise.
func usualLen(b []byte) int {
	if len(b) < 3 || b[1]&0xC0 != 0x80 {
		return 0
	}
	switch lead := b[0]; {
	case 0xC2 <= lead && lead <= 0xDF:
		return 2
	case 0xE1 <= lead && lead <= 0xEF && lead != 0xED && b[2]&0xC0 == 0x80:
		return 3
	}
	return 0
}

// surrogates reads the byte at buf[i], which follows the escape of a high surrogate.
func (c *core) surrogates(i int) (int, bool) {
	if c.buf[i] == '\\' {
		c.unit, c.phase = i, inEscape
		return i + 1, true
	}
	c.high, c.phase = noHigh, inString
	return i, !c.IJSON
}

// escape reads the byte after a backslash, which is at buf[i].
func (c *core) escape(i int) (int, bool) {
	b := c.buf[i]
	switch {
	case b == 'u':
		c.phase, c.digits, c.code = inHex, 0, 0
		return i + 1, true
	case !isShortEscape[b], c.high != noHigh && c.IJSON:
		return i, false
	}
	c.high, c.phase = noHigh, inString
	return i + 1, true
}

// hex reads the hexadecimal digits of an escape.
func (c *core) hex(i int) (int, bool) {
	for ; i < len(c.buf) && c.digits < 4; i++ {
		digit := hexDigit(c.buf[i])
		if digit < 0 {
			return i, false
		}
		c.code = c.code<<4 | digit
		c.digits++
		if c.IJSON && c.high != noHigh && !c.mayBeLow() {
			return i, false
		}
	}
	if c.digits == 4 {
		return i, c.endEscape()
	}
	return i, true
}

// hexDigit returns the value of a hexadecimal digit, or -1 for any other byte.
func hexDigit(b byte) rune {
	switch {
	case '0' <= b && b <= '9':
		return rune(b - '0')
	case 'a' <= b|0x20 && b|0x20 <= 'f':
		return rune(b|0x20-'a') + 10
	}
	return -1
}

// endEscape ends an escape that has four hexadecimal digits.
func (c *core) endEscape() bool {
	isLow := 0xDC00 <= c.code && c.code <= 0xDFFF
	switch {
	case 0xD800 <= c.code && c.code <= 0xDBFF:
		c.high, c.lead, c.phase = c.unit, c.code, inSurrogates
		return true
	case isLow && c.high != noHigh:
		c.code = ((c.lead-0xD800)<<10 | (c.code - 0xDC00)) + 0x10000
	case isLow && c.IJSON:
		return false
	}
	c.high, c.phase = noHigh, inString
	return !(c.IJSON && scan.IsNoncharacter(c.code))
}

// textUntil returns a length. While the text is shorter, moreText can read what arrives, and no limit is exceeded.
func (c *core) textUntil() int {
	isText := c.phase == inString || c.phase == inCharacter || c.phase == inEscape && c.high == noHigh
	if !isText {
		return 0
	}
	most := min(int(c.MaxBytes), cap(c.buf)-wordSize)
	if c.MaxString < most {
		most = min(most, c.tokenBegins()+1+c.MaxString)
	}
	return most + 1
}
