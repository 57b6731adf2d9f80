package syntax

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// IsNumber reports whether text is a number (RFC 8259, section 6).
func IsNumber(text string) bool {
	i := 0
	if text != "" && text[0] == '-' {
		i = 1
	}
	begin := i
	if i = digitsEnd(text, i); i == begin || text[begin] == '0' && i > begin+1 {
		return false
	}
	if i < len(text) && text[i] == '.' {
		begin = i + 1
		if i = digitsEnd(text, begin); i == begin {
			return false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		begin = i + 1
		if begin < len(text) && (text[begin] == '+' || text[begin] == '-') {
			begin++
		}
		if i = digitsEnd(text, begin); i == begin {
			return false
		}
	}
	return i == len(text)
}

// digitsEnd returns the offset of the first byte at or after text[i] that is not a digit. It looks at
// eight bytes at a time, which may begin before text[i] at the end of text.
func digitsEnd(text string, i int) int {
	for ; len(text)-i >= 8; i += 8 {
		if others := otherBytes(wordAt(text, i)); others != 0 {
			return i + bits.TrailingZeros64(others)/8
		}
	}
	if left := len(text) - i; left > 0 && len(text) >= 8 {
		word := wordAt(text, len(text)-8) >> (64 - 8*left) // followed by zero bytes, which are not digits
		return i + bits.TrailingZeros64(otherBytes(word))/8
	}
	for i < len(text) && IsDigit(text[i]) {
		i++
	}
	return i
}

func wordAt(text string, i int) uint64 {
	return binary.LittleEndian.Uint64(unsafe.Slice(unsafe.StringData(text[i:]), 8))
}

// otherBytes sets the high bit of the first byte of word that is not a digit, and maybe of later ones. A
// byte is a digit if neither adding 0x46 nor subtracting 0x30 sets its high bit.
func otherBytes(word uint64) uint64 {
	const high, add, subtract = 0x8080808080808080, 0x4646464646464646, 0x3030303030303030
	return (word | (word + add) | (word - subtract)) & high
}
