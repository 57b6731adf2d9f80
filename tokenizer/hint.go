package tokenizer

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/utf8check"
)

// hint tells how to mend the error where the cause can be guessed, or "". Most
// causes are the habits of other notations.
func (e *SyntaxError) hint() string {
	if hint := e.encodingHint(); hint != "" {
		return hint
	}
	switch e.Kind {
	case ControlCharacter:
		if c := e.at()[0]; c == '\n' || c == '\r' {
			return "or the string lacks its closing quote"
		}
	case BadEscape:
		return escapeHint(e.at())
	case BadUnicodeEscape:
		if bytes.HasPrefix(e.at(), []byte(`\u{`)) {
			return "JSON writes characters above U+FFFF as two escapes, such as \\uD83D\\uDE00"
		}
	case MissingInteger:
		if bytes.HasPrefix(e.at(), []byte("Inf")) {
			return wordHints["infinity"]
		}
		if e.at()[0] == '.' {
			return "write -0."
		}
	case BadNumber:
		return numberHint(e.src[:e.Offset-e.base], e.at()[0])
	case MisspeltLiteral:
		return wordHints[strings.ToLower(string(e.bytes()[:min(e.Length, 16)]))]
	case TrailingData:
		if c := e.at()[0]; c == '{' || c == '[' {
			return "several documents in one file are JSON Lines, not JSON"
		}
		return tokenHint(e.at(), e.Expected)
	case UnexpectedToken, MissingComma, MissingColon:
		return tokenHint(e.at(), e.Expected)
	case ByteOrderMark:
		return "save the file as UTF-8 without one"
	}
	return ""
}

// encodingHint names the encoding of a text that is not in UTF-8 at all.
func (e *SyntaxError) encodingHint() string {
	const unit = 4 // bytes of the widest code unit, whose zeros give it away
	zeroNearStart := e.Offset < unit && e.Length > 0 && e.Kind != InputTooLong && e.at()[0] == 0
	if !e.Kind.IsUTF8() && !zeroNearStart {
		return ""
	}
	switch d := utf8check.Detect(e.around()); d.Encoding {
	case utf8check.UTF16LE, utf8check.UTF16BE, utf8check.UTF32LE, utf8check.UTF32BE:
		return fmt.Sprintf("the input is %v, and JSON must be UTF-8", d.Encoding)
	case utf8check.Windows1251, utf8check.Latin1:
		return fmt.Sprintf("the input looks like %v, and JSON must be UTF-8", d.Encoding)
	}
	return ""
}

// around is the part of the input that the guess at its encoding goes by.
func (e *SyntaxError) around() []byte {
	at := int(e.Offset - e.base)
	return e.src[max(at-detectedAround, 0):min(at+detectedAround, len(e.src))]
}

// detectedAround is how many bytes before and after an error are looked at. That is some
// pages of text: if it is not clear from these what is meant, more will not help.
const detectedAround = 4096

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
	case c == 'x' && len(b) > 3 && isHex(b[2]) && isHex(b[3]):
		return `write \u00` + string(b[2:4])
	}
	return `write \\ for a backslash`
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// numberHint explains the byte c, which cannot follow the number at the end of
// before.
func numberHint(before []byte, c byte) string {
	if n := len(before); before[n-1] == '0' && strings.IndexByte("xXoObB", c) >= 0 {
		if n == 1 || !isWord(before[n-2]) && before[n-2] != '.' {
			return "JSON has decimal numbers only"
		}
	}
	switch c {
	case '_':
		return "JSON has no separators between digits"
	case '.':
		return "a number has one point at most"
	case 'n':
		return "JSON has no suffix for large integers"
	}
	return ""
}

// wordHints are for words, in lower case, that other notations have as values.
var wordHints = map[string]string{
	"true":      "write true",
	"false":     "write false",
	"null":      "write null",
	"none":      "write null",
	"nil":       "write null",
	"undefined": "write null, or leave the member out",
	"nan":       "JSON has no NaN; null is often used",
	"infinity":  "JSON has no infinities; null is often used",
	"inf":       "JSON has no infinities; null is often used",
	"yes":       "write true",
	"no":        "write false",
}

// tokenHint explains the token that b begins with, where another was expected.
func tokenHint(b []byte, expected Expected) string {
	c := b[0]
	switch {
	case c == '\'' || c == '`':
		return "JSON strings stand in double quotes"
	case c == '#' || bytes.HasPrefix(b, []byte("//")) || bytes.HasPrefix(b, []byte("/*")):
		return "JSON has no comments"
	case c == ',' && expected&(ExpectValue|ExpectName) != 0:
		return "one comma too many, or a value is missing"
	case c == ';':
		return "JSON separates with commas"
	case c == '=':
		return "JSON puts a colon between name and value"
	case c == 0:
		return "NUL bytes often come from a file that was not written out"
	case expected&ExpectName != 0 && isWord(c):
		return "names stand in double quotes"
	case c >= utf8.RuneSelf:
		return characterHint(b)
	}
	return ""
}

// characterHint explains a character outside ASCII where a token was expected.
func characterHint(b []byte) string {
	r, _ := utf8.DecodeRune(b)
	switch {
	case r == '\uFEFF':
		return "a byte order mark, perhaps from files put together"
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029':
		return "JSON's white space is space, tab, line feed and carriage return alone"
	case unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || r == '„' || r == '‚':
		return "a typographic quote; JSON takes the straight one, U+0022"
	}
	return ""
}
