package escape

// Decode decodes the escape at the beginning of b; b[0] must be a backslash. It returns the
// character and the length of the escape in bytes: 2, 6, or 12 for a surrogate pair.
//
// If the escape is invalid, fault says why, and n is the length of its valid part, including the
// backslash. If b ends within the escape, fault is [Truncated]. For a [LoneSurrogate], n is the
// length of the whole escape, and r is the surrogate; this is also the result if b ends before or
// within the escape of the second surrogate of a pair.
func Decode(b []byte) (r rune, n int, fault Fault) {
	if len(b) < 2 {
		return 0, len(b), Truncated
	}
	if b[1] != 'u' {
		if r = short[b[1]]; r == 0 {
			return 0, 1, BadCharacter
		}
		return r, 2, None
	}
	unit, n, fault := decodeUnit(b)
	if fault != None || unit&^0x7FF != 0xD800 {
		return unit, n, fault
	}
	if unit < 0xDC00 {
		if low, m, fault := decodeUnit(b[n:]); fault == None && low&^0x3FF == 0xDC00 {
			return 0x10000 + (unit-0xD800)<<10 + (low - 0xDC00), n + m, None
		}
	}
	return unit, n, LoneSurrogate
}

// short maps the letter of a two-character escape to the character it stands for.
var short = [256]rune{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// decodeUnit decodes \uXXXX, one UTF-16 code unit. Its results have the same meaning as those of
// Decode.
func decodeUnit(b []byte) (unit rune, n int, fault Fault) {
	const size = len(`\uXXXX`)
	if len(b) >= size && b[0] == '\\' && b[1] == 'u' {
		unit = hexValue(b[2])<<12 | hexValue(b[3])<<8 | hexValue(b[4])<<4 | hexValue(b[5]) // negative if one of them is
		if unit >= 0 {
			return unit, size, None
		}
		unit = 0
	}
	for n < size {
		if n == len(b) {
			return 0, n, Truncated
		}
		c := b[n]
		switch {
		case n == 0 && c == '\\', n == 1 && c == 'u':
		case n < 2:
			return 0, n, BadCharacter
		default:
			digit := hexValue(c)
			if digit < 0 {
				return 0, n, BadHex
			}
			unit = unit<<4 | digit
		}
		n++
	}
	return unit, n, None
}

// hexValue returns the value of the hexadecimal digit c, or -1 if it is not one.
func hexValue(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}
