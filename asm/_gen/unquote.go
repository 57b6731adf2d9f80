package main

import "strings"

// The escapes of two characters (RFC 8259, section 7): their letters and what they stand
// for.
const (
	escapeLetters    = `"\/bfnrt`
	escapeCharacters = "\"\\/\b\f\n\r\t"
)

const backslash = '\\'

// What a character is in [unquoteClasses].
const (
	badEscape = 1 << 6 // it stands for nothing after a backslash
	special   = 1 << 7 // it does not stand for itself: a quote, backslash or control character
)

// unquoteClasses returns what each character of ASCII is to asm.Unquote.
func unquoteClasses() []byte {
	classes := make([]byte, 128)
	for c := range classes {
		if c < 0x20 || c == '"' || c == backslash {
			classes[c] |= special
		}
		if !strings.ContainsRune(escapeLetters, rune(c)) {
			classes[c] |= badEscape
		}
	}
	return classes
}

// unescaped returns what each letter of an escape stands for.
func unescaped() []byte {
	meanings := make([]byte, 128)
	for i := range len(escapeLetters) {
		meanings[escapeLetters[i]] = escapeCharacters[i]
	}
	return meanings
}

// pairEscape is the length of the longest escape, \ud83d\ude00.
const pairEscape = 12

const unquoteSignature = "func(dst []byte, src string) (written int, read int, valid bool)"
