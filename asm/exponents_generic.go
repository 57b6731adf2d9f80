package asm

import "math/bits"

// indexExponentGeneric is [IndexExponent] in portable Go. What a word tells of eight bytes is a
// guess, by the halves of digits: : to ? are taken for digits, too.
func indexExponentGeneric(b []byte) int {
	const behind = 3
	i := 1
	for ; i+behind+wordSize <= len(b); i += wordSize {
		before, w, after := loadWord(b[i-1:]), loadWord(b[i:]), loadWord(b[i+behind:])
		maybe := lanesExactly(w|0x20*eachByte, 'e') & digitLike(before) & digitLike(after)
		for ; maybe != 0; maybe &= maybe - 1 {
			if at := i + bits.TrailingZeros64(maybe)/8; isExponent(b, at) {
				return at
			}
		}
	}
	for ; i+behind < len(b); i++ {
		if isExponent(b, i) {
			return i
		}
	}
	return -1
}

// digitLike returns the high bits of the lanes from 30 to 3F.
func digitLike(w uint64) uint64 {
	x := w ^ '0'*eachByte
	return ^(x | x<<1 | x<<2 | x<<3) & highBits
}

func isExponent(b []byte, i int) bool {
	return b[i]|0x20 == 'e' && isDigit(b[i-1]) && isDigit(b[i+2]) && isDigit(b[i+3])
}

func isDigit(c byte) bool { return c-'0' < 10 }
