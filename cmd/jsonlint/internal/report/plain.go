package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StdinName is what standard input is called.
const StdinName = "<stdin>"

// Path returns a path as all formats write it, except SARIF, which has URIs. A path that is empty,
// begins with a double quote, is not UTF-8, or holds characters that can't be seen is written in
// double quotes, with the escapes of Go; no other path begins with a double quote, so that no two
// paths are written alike.
func Path(path string) string {
	if path != "" && path[0] != '"' && isPlain(path) {
		return path
	}
	return strconv.Quote(path)
}

// Line returns text as it is printed in a line: what can't be seen is written as a number.
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

func isPlain(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
