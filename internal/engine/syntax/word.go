package syntax

import (
	"unicode"
	"unicode/utf8"
)

// WordLen returns the length of the word at the start of b: letters of any script, digits, '_', '$' and the other characters for
// which [IsIdentifierPart] returns true. The first of them is a letter, '_', '$' or an ASCII digit.
func WordLen(b []byte) int {
	n := ASCIIWordLen(b)
	if n == 0 && !BeginsWord(b) {
		return 0
	}
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if !IsIdentifierPart(r) {
			break
		}
		n += size
	}
	return n
}

// ASCIIWordLen is like [WordLen], but the word ends before the first character outside ASCII.
func ASCIIWordLen(b []byte) int {
	n := 0
	for n < len(b) && IsWord(b[n]) {
		n++
	}
	return n
}

// BeginsWord reports whether b begins with a letter of any script, '_' or '$'.
func BeginsWord(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	r, _ := utf8.DecodeRune(b) // U+FFFD is not a letter
	return IsIdentifierStart(r)
}

// IsIdentifierStart reports whether a name in JSON5 may start with r. The rule is IdentifierStart of ECMAScript
// 5.1, section 7.6. This rule lists Unicode categories; later editions use the property ID_Start
// instead.
func IsIdentifierStart(r rune) bool {
	if r < utf8.RuneSelf {
		return IsWordStart(byte(r))
	}
	return unicode.In(r, unicode.L, unicode.Nl)
}

// IsIdentifierPart reports whether r may be in a name in JSON5 after its first character.
func IsIdentifierPart(r rune) bool {
	if r < utf8.RuneSelf {
		return IsWord(byte(r))
	}
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200C', '\u200D'
	return IsIdentifierStart(r) || r == zeroWidthNonJoiner || r == zeroWidthJoiner ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)
}
