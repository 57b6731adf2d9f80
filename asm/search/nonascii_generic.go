package search

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// indexUnseenGeneric is [IndexUnseen] in portable Go.
func indexUnseenGeneric(b []byte) int {
	for i := skipPlain(b, 0); i < len(b); i = skipPlain(b, i+1) {
		switch {
		case b[i] != '\\':
			if isUnseen(b, i) {
				return i
			}
		case isUnseenEscape(b[i:]):
			return i + len(`\u00`)
		case isDeleteEscape(b[i:]):
			return i + len(`\u007`)
		}
	}
	return -1
}

// isUnseen reports whether an invisible character ends at b[i].
func isUnseen(b []byte, i int) bool {
	if i == 0 {
		return false
	}
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

// isUnseenEscape reports whether b begins with an escape that is recognized by its first three digits.
func isUnseenEscape(b []byte) bool {
	if len(b) < len(`\u000`) || !beginsUnicode(b) || b[3] != '0' {
		return false
	}
	switch b[4] {
	case '0', '1', '8', '9':
		return b[2] == '0'
	case '2', '6':
		return b[2] == '2'
	}
	return false
}

func isDeleteEscape(b []byte) bool {
	return len(b) >= len(`\u007f`) && string(b[:5]) == `\u007` && b[5]|0x20 == 'f'
}

func beginsUnicode(b []byte) bool { return len(b) > 1 && b[0] == '\\' && b[1] == 'u' }

// indexNonASCIINameGeneric is [IndexNonASCIIName] for quotation marks at b[i] or later. i must be
// at least 1, and open is what IndexNonASCIIName reports for b[:i].
func indexNonASCIINameGeneric(b []byte, i int, open bool) (at int, isOpen bool) {
	for ; i < len(b); i++ {
		if !open {
			if i = skipPlain(b, i); i == len(b) {
				break
			}
			open = b[i] >= 0x80 || beginsUnicode(b[i:])
			continue
		}
		if i = skipToQuote(b, i); i == len(b) {
			break
		}
		if i+1 == len(b) || b[i+1] == ':' || b[i+1] <= ' ' || b[i-1] == '\\' {
			return i, false
		}
		open = false
	}
	return -1, open
}

// skipToQuote returns the offset of the first quotation mark of b from i on, or len(b) if there is
// none.
func skipToQuote(b []byte, i int) int {
	for ; i+swar.WordSize <= len(b); i += swar.WordSize {
		if found := swar.LanesEqual(swar.Load(b[i:]), '"'); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && b[i] != '"' {
		i++
	}
	return i
}

// skipPlain returns the offset of the first non-ASCII byte or backslash of b from i on, or len(b) if
// there is none.
func skipPlain(b []byte, i int) int {
	for ; i+swar.WordSize <= len(b); i += swar.WordSize {
		w := swar.Load(b[i:])
		if found := (w | swar.LanesEqual(w, '\\')) & swar.HighBits; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && b[i] < 0x80 && b[i] != '\\' {
		i++
	}
	return i
}
