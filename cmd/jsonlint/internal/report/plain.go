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
// contains invisible characters, or would be a command to a CI service. All other paths are written unchanged. Different paths have
// different forms, because an unchanged path never begins with a double quote.
func Path(path string) string {
	if path != "" && path[0] != '"' && isPlain(path) && !beginsCommand(path) {
		return path
	}
	quoted := strconv.Quote(path)
	for {
		at := commandIn(quoted)
		if at < 0 {
			return quoted
		}
		quoted = quoted[:at] + `\x23` + quoted[at+1:]
	}
}

// Line returns text as a single line. It writes line breaks, other invisible characters, and what would be the start of a command
// to a CI service, as numbers.
func Line(text string) string {
	if isPlain(text) && !beginsCommand(text) {
		return text
	}
	colon := -1
	if beginsCommand(text) {
		colon = strings.IndexByte(text, ':')
	}
	var b strings.Builder
	for i, r := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case i == colon || isCommand(text[i:]):
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

// Services for CI take parts of a log for commands, which could hide what follows, or set variables. The names of files and the
// texts in them must not contain any.

// beginsCommand reports whether a line that begins with text would be a command to GitHub Actions, such as "::add-mask::x".
func beginsCommand(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " "), "::") }

// isCommand reports whether text begins with what is a command wherever it is in a line, such as "##[group]" (GitHub Actions),
// "##vso[task.complete]" (Azure Pipelines) and "##teamcity[...]".
func isCommand[T string | []byte](text T) bool {
	if len(text) < 3 || text[0] != '#' || text[1] != '#' {
		return false
	}
	i := 2
	for i < len(text) && 'a' <= text[i]|0x20 && text[i]|0x20 <= 'z' {
		i++
	}
	return i < len(text) && text[i] == '['
}

// commandIn returns the offset of the first command in text for which isCommand is true, or -1.
func commandIn(text string) int {
	for i := 0; ; i++ {
		next := strings.Index(text[i:], "##")
		if next < 0 {
			return -1
		}
		if i += next; isCommand(text[i:]) {
			return i
		}
	}
}

// isPlain reports whether s is UTF-8, and has no invisible characters and nothing that is a command wherever it is in a line.
func isPlain(s string) bool {
	if commandIn(s) >= 0 {
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
