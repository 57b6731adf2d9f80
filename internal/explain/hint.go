package explain

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// A Topic says what a hint is about, for callers that check a notation other than JSON.
type Topic int

// The topics.
const (
	General     Topic = iota // any text
	RuleOfJSON               // a rule of JSON that dialects may not have
	Comments                 // that JSON has no comments
	OtherFormat              // that the text is in another format
	Encoding                 // that the text is not in UTF-8
)

// Hint returns how to fix the error, or "" if the cause cannot be guessed, and what that is about. If
// two causes are likely, the hint is about the one that the sentence does not name.
func (e Explainer) Hint() (hint string, about Topic) {
	if hint := e.notationHint(); hint != "" {
		if strings.Contains(hint, "JSON") {
			about = OtherFormat
		}
		return hint, about
	}
	if hint := e.encodingHint(); hint != "" {
		return hint, Encoding
	}
	switch hint = e.hint(); {
	case hint == noComments:
		about = Comments
	case strings.Contains(hint, "JSON"): // hints that name JSON are about its rules
		about = RuleOfJSON
	}
	return hint, about
}

// hint is Hint for texts that are meant to be JSON in UTF-8.
func (e Explainer) hint() string {
	switch e.Kind {
	case scan.ControlCharacter:
		if c := e.At()[0]; c == '\n' || c == '\r' {
			return "or the string" + e.related(" opened at ") + " lacks its closing quote"
		}
	case scan.BadEscape:
		return escapeHint(e.At())
	case scan.BadUnicodeEscape:
		return unicodeEscapeHint(e.Bytes(), e.At())
	case scan.LeadingZero:
		return "leave the zeros out, or put the digits in double quotes"
	case scan.LeadingPlus:
		return "leave it out"
	case scan.LeadingPoint:
		return "write 0 before it"
	case scan.MissingFraction:
		if c := e.At()[0]; !syntax.IsWord(c) || c|0x20 == 'e' {
			return "leave the point out, or write 0 behind it"
		}
	case scan.MissingInteger:
		return integerHint(e.At())
	case scan.BadNumber:
		return numberHint(e.Before(), e.After())
	case scan.MisspeltLiteral:
		return wordHint(e.Before(), e.After())
	case scan.UnexpectedToken, scan.MissingComma, scan.MissingColon, scan.TrailingData:
		return e.habitHint()
	case scan.ByteOrderMark:
		return "save the file as UTF-8 without one"
	}
	return ""
}

// escapeHint explains the bad escape that b begins with.
func escapeHint(b []byte) string {
	var c byte
	if len(b) > 1 {
		c = b[1]
	}
	switch {
	case c == '\'':
		return "a single quote needs no backslash"
	case c == '\n' || c == '\r':
		return "a string cannot go on in the next line"
	case c == '0':
		return `write \u0000`
	case c == 'a' || c == 'v' || c == 'e':
		return map[byte]string{'a': `write \u0007`, 'v': `write \u000B`, 'e': `write \u001B`}[c]
	case c == 'x' && len(b) > 3 && syntax.IsHex(b[2]) && syntax.IsHex(b[3]):
		return `write \u00` + string(b[2:4])
	}
	return `write \\ for a backslash`
}

// unicodeEscapeHint explains a bad \u escape. escape is its valid part, and b is the text from its
// beginning on.
func unicodeEscapeHint(escape, b []byte) string {
	digits := escape[len(`\u`):]
	switch {
	case bytes.HasPrefix(b, []byte(`\u{`)):
		return "JSON writes characters above U+FFFF as two escapes, such as \\uD83D\\uDE00"
	case len(digits) == 0:
		return `write \\ for a backslash`
	}
	return fmt.Sprintf(`write \u%s%s, or \\ for a backslash`, "0000"[len(digits):], digits)
}

// integerHint explains what b has in place of the digits after a minus sign.
func integerHint(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("Inf")):
		return wordHints["infinity"]
	case b[0] == '.':
		return "write -0."
	case syntax.IsSpace(b[0]):
		return "nothing may stand between a minus and its digits"
	}
	return ""
}

// numberHint explains what cannot follow the number at the end of before.
func numberHint(before, after []byte) string {
	c, n := after[0], len(before)
	if before[n-1] == '0' && strings.IndexByte("xXoObB", c) >= 0 {
		if n == 1 || !syntax.IsWord(before[n-2]) && before[n-2] != '.' {
			return "JSON has decimal numbers only"
		}
	}
	switch {
	case c == '_':
		return "JSON has no separators between digits"
	case c == '.':
		return "a number has one point at most; versions and addresses stand in double quotes"
	case c == '-' && isDate(before, after):
		return "dates stand in double quotes"
	case c == '+' || c == '-':
		return "JSON has no expressions; text stands in double quotes"
	case c == 'n':
		return "JSON has no suffix for large integers"
	case syntax.IsWordStart(c) && !syntax.IsWord(syntax.ByteAt(after, 1)):
		return "a number has no suffix; text stands in double quotes"
	case syntax.IsWordStart(c):
		return "text stands in double quotes"
	}
	return ""
}

// isDate reports whether the digits at the end of before, and the hyphen at the start of after,
// begin a date.
func isDate(before, after []byte) bool {
	const year = len("2006")
	n := syntax.DigitsBefore(before)
	return (n == year || n == 2) && syntax.IsDigit(syntax.ByteAt(after, 1)) && syntax.IsDigit(syntax.ByteAt(after, 2)) && syntax.ByteAt(after, 3) == '-'
}
