package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/files/joblog"
)

// StdinName is the name of standard input in messages.
const StdinName = "<stdin>"

// Path returns a path in the form in which all formats except SARIF write it. SARIF uses URIs. A
// path is written as a quoted Go string if it is empty, begins with a double quote, is not UTF-8,
// contains invisible characters, or would be a command to a CI service. All other paths are written unchanged. Different paths have
// different forms, because an unchanged path never begins with a double quote.
func Path(path string) string {
	if path != "" && path[0] != '"' && isPlain(path) && !joblog.BeginsCommand(path) {
		return path
	}
	quoted := strconv.Quote(path)
	for {
		at := joblog.Index(quoted)
		if at < 0 {
			return quoted
		}
		quoted = quoted[:at] + `\x23` + quoted[at+1:]
	}
}

// Line returns text as a single line. It writes line breaks, other invisible characters, and what would be the start of a command
// to a CI service, as numbers.
func Line(text string) string {
	if isPlain(text) && !joblog.BeginsCommand(text) {
		return text
	}
	colon := -1
	if joblog.BeginsCommand(text) {
		colon = strings.IndexByte(text, ':')
	}
	var b strings.Builder
	for i, r := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case i == colon || joblog.IsCommand(text[i:]):
			fmt.Fprintf(&b, "<%02X>", r)
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

// isPlain reports whether s is UTF-8, and has no invisible characters and nothing that is a command wherever it is in a line.
func isPlain(s string) bool {
	if joblog.Index(s) >= 0 {
		return false
	}
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
