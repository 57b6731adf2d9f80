package search

import "github.com/assayjson/assay/asm/internal/swar"

// indexUnseenGeneric is [IndexUnseen] for characters that end at b[i] or later.
func indexUnseenGeneric(b []byte, i int) int {
	for i = skipASCII(b, i); i < len(b); i = skipASCII(b, i+1) {
		if isUnseen(b, i) {
			return i
		}
	}
	return -1
}

// isUnseen reports whether an invisible character ends at b[i]. i must be at least 1.
func isUnseen(b []byte, i int) bool {
	behind := func(c byte) bool { return i > 1 && b[i-2] == c }
	switch c := b[i]; b[i-1] {
	case 0x80:
		return 0xAA <= c && c <= 0xAE && behind(0xE2)
	case 0x81:
		return 0xA6 <= c && c <= 0xA9 && behind(0xE2)
	case 0xC2:
		return 0x80 <= c && c <= 0x9F
	case 0xBF:
		return c == 0xBE || c == 0xBF
	case 0xB7:
		return 0x90 <= c && c <= 0xAF && behind(0xEF)
	}
	return false
}

// indexNonASCIINameGeneric is [IndexNonASCIIName] for quotation marks at b[i] or later. i must be
// at least 1, and open is what IndexNonASCIIName reports for b[:i].
func indexNonASCIINameGeneric(b []byte, i int, open bool) (at int, isOpen bool) {
	for ; i < len(b); i++ {
		if !open {
			if i = skipASCII(b, i); i == len(b) {
				break
			}
		}
		switch c := b[i]; {
		case c >= 0x80:
			open = true
		case c != '"':
		case open && (i+1 == len(b) || b[i+1] == ':' || b[i+1] <= ' ' || b[i-1] == '\\'):
			return i, false
		default:
			open = false
		}
	}
	return -1, open
}

// skipASCII returns the offset of the first non-ASCII byte of b from i on, or len(b) if there is
// none.
func skipASCII(b []byte, i int) int {
	for i+swar.WordSize <= len(b) && swar.Load(b[i:])&swar.HighBits == 0 {
		i += swar.WordSize
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}
