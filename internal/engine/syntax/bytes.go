package syntax

// IsSpace reports whether c is white space (RFC 8259, section 2).
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// IsClosing reports whether c is a closing bracket.
func IsClosing(c byte) bool { return c|' ' == '}' }

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsHex reports whether c is a hexadecimal digit.
func IsHex(c byte) bool { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// IsNumberStart reports whether a number can begin with c (RFC 8259, section 6).
func IsNumberStart(c byte) bool { return c == '-' || IsDigit(c) }

// BeginsValue reports whether a JSON value can begin with c.
func BeginsValue(c byte) bool {
	switch c {
	case '{', '[', '"', 't', 'f', 'n':
		return true
	}
	return IsNumberStart(c)
}

// IsNumberByte reports whether c can be part of a number.
func IsNumberByte(c byte) bool {
	return IsDigit(c) || c == '.' || c|0x20 == 'e' || c == '+' || c == '-'
}

// IsWordStart reports whether c can begin a word in ASCII, as in programming languages. See also [BeginsWord].
func IsWordStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$'
}

// IsWord reports whether c can be part of a word, as in programming languages.
func IsWord(c byte) bool { return IsWordStart(c) || IsDigit(c) }

// LooksNumeric reports whether c, directly after a number, was probably meant to be part of it.
func LooksNumeric(c byte) bool { return numericBytes[c] }

var numericBytes = func() (is [256]bool) {
	for c := range is {
		is[c] = IsWord(byte(c)) || c == '.' || c == '+' || c == '-'
	}
	return is
}()

// Spaces returns how many bytes of white space are at the start of b.
func Spaces(b []byte) int {
	n := 0
	for n < len(b) && IsSpace(b[n]) {
		n++
	}
	return n
}

// Digits returns how many digits are at the start of b.
func Digits(b []byte) int {
	n := 0
	for n < len(b) && IsDigit(b[n]) {
		n++
	}
	return n
}

// StringLen returns the length of the string at the start of b, including its closing quotation
// mark, and whether that mark is present. It checks nothing else.
func StringLen(b []byte) (n int, closed bool) {
	for n = 1; n < len(b); n++ {
		switch b[n] {
		case '"':
			return n + 1, true
		case '\\':
			n++
		}
	}
	return len(b), false
}

// ByteAt returns b[i], or 0 if i is out of range.
func ByteAt(b []byte, i int) byte {
	if 0 <= i && i < len(b) {
		return b[i]
	}
	return 0
}

// IsOutsideASCII reports whether the body of a valid string has a character outside ASCII, raw or as an
// escape. The body is the text between the quotation marks.
func IsOutsideASCII(body []byte) bool {
	const escape = len(`\u0000`)
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c >= 0x80:
			return true
		case c == '\\' && len(body)-i < escape || c == '\\' && body[i+1] != 'u':
			i++
		case c == '\\':
			if body[i+2]|body[i+3] != '0' || body[i+4] >= '8' {
				return true
			}
			i += escape - 1
		}
	}
	return false
}
