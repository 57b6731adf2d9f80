package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StdinName is the name of standard input in messages.
const StdinName = "<stdin>"

// Path returns a path in the form in which all formats except SARIF write it. SARIF uses URIs. A
// path is written as a quoted Go string if it is empty, begins with a double quote, is not UTF-8,
// or contains invisible characters. All other paths are written unchanged. Different paths have
// different forms, because an unchanged path never begins with a double quote.
func Path(path string) string {
	if path != "" && path[0] != '"' && isPlain(path) {
		return path
	}
	return strconv.Quote(path)
}

// Line returns text as a single line. It writes line breaks and other invisible characters as
// numbers.
func Line(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<%02X>", text[i])
		case r < 0x80 && !unicode.IsPrint(r):
			fmt.Fprintf(&b, "<%02X>", r)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isPlain reports whether s is UTF-8 and has no invisible characters.
func isPlain(s string) bool {
	s = s[printableLen(s):]
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// printableLen returns the length of the printable ASCII at the start of text.
func printableLen[T string | []byte](text T) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return i
		}
	}
	return len(text)
}
