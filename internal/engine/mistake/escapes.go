package mistake

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// The tables of mistakes in strings.
var (
	controls = []row{
		{at: "\n\r", advice: "add the closing quote", orElse: `, or write the line break as \n`, repairs: lineRepairs},
		{at: "\t", always: []Repair{{Title: `write \t`, Edits: []Edit{{0, 1, `\t`}}, Safe: true}}},
		{repairs: func(e *Error) []Repair {
			escape := ControlEscape(e.After[0])
			return []Repair{replace("write "+escape, 0, 1, escape)}
		}},
	}
	escapes = []row{
		{is: isInPath, advice: inPath, repairs: pathRepairs},
		{is: isForeign, advise: func(e *Error) string {
			_, escape := ForeignEscape(e.After)
			return "write " + escape
		}},
		{is: func(e *Error) bool { return syntax.ByteAt(e.After, 1) == '\'' }, advice: "a single quote needs no backslash"},
		{is: func(e *Error) bool { return isOneOf(syntax.ByteAt(e.After, 1), "\n\r") }, advice: "a string cannot continue on the next line"},
		{advice: `write \\ for a backslash`},
	}
	unicodeEscapes = []row{
		{is: isInPath, advice: inPath, repairs: pathRepairs},
		{is: func(e *Error) bool { return bytes.HasPrefix(e.After, []byte(`\u{`)) }, advice: `write a character above U+FFFF as two escape sequences, such as \uD83D\uDE00`, about: RuleOfJSON},
		{is: func(e *Error) bool { return len(hexDigits(e)) == 0 }, advice: `write \\ for a backslash`},
		{advise: func(e *Error) string {
			digits := hexDigits(e)
			return fmt.Sprintf(`write \u%s%s, or \\ for a backslash`, "0000"[len(digits):], digits)
		}},
	}
)

const inPath = `in a path, write \\ for each backslash`

func isInPath(e *Error) bool { return InWindowsPath(e.Before) }

func isForeign(e *Error) bool {
	_, escape := ForeignEscape(e.After)
	return escape != ""
}

// hexDigits returns the digits of the escape sequence at the error, which are fewer than four.
func hexDigits(e *Error) []byte {
	n := len(`\u`)
	for n < len(`\u000`) && syntax.IsHex(syntax.ByteAt(e.After, n)) {
		n++
	}
	return e.After[min(len(`\u`), len(e.After)):n]
}

var doubled = replace(`write \\ for the backslash`, 0, 1, `\\`)

func pathRepairs(*Error) []Repair { return append(rewrites(EscapePath), doubled) }

// escapeRepairs writes the escape sequence of another language in that of JSON, or escapes its backslash. Two characters such as \a prove
// nothing.
func escapeRepairs(e *Error) (all []Repair) {
	r, size := utf8.DecodeLastRune(e.Before)
	isCertain := r != utf8.RuneError || size > 1 // otherwise the backslash may be the second byte of a character in another encoding
	n, escape := ForeignEscape(e.After)
	switch {
	case bytes.HasPrefix(e.After, []byte(`\'`)) && isCertain:
		all = append(all, safe("remove the backslash", 0, 1, ""))
	case bytes.HasPrefix(e.After, []byte(`\x`)) && n > 0 && isCertain:
		all = append(all, safe("write "+escape, 0, n, escape))
	}
	all = append(all, rewrites(EscapeBackslashes)...)
	if n > 2 || escape == `\u0000` {
		all = append(all, replace("write "+escape, 0, n, escape))
	}
	return append(all, doubled)
}

// lineRepairs are for a line break in a string.
func lineRepairs(e *Error) []Repair {
	n, escape := 1, `\n`
	if e.at("\r") {
		n = min(len(e.After)-len(bytes.TrimLeft(e.After, "\r\n")), 2)
		escape = `\r\n`[:2*n]
	}
	return append(append(rewrites(EscapeLines), replace("write the line break as "+escape, 0, n, escape)), rewrites(CloseLine)...)
}

// ControlEscape returns the escape for a control character.
func ControlEscape(c byte) string {
	switch c {
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\f':
		return `\f`
	}
	return fmt.Sprintf(`\u%04X`, c)
}

// InWindowsPath reports whether the text before a backslash ends with the start of a string that is a path of Windows with a drive letter.
func InWindowsPath(before []byte) bool {
	path := before[bytes.LastIndexByte(before, '"')+1:]
	isDrive := len(path) > 1 && len(path) < len(before) && 'a' <= path[0]|0x20 && path[0]|0x20 <= 'z' && path[1] == ':'
	return isDrive && (len(path) == len("C:") || path[2] == '\\')
}

// ForeignEscape returns the length of the escape sequence of another language at the start of b, and how JSON writes the same
// character. The sequence is \a, \v, \e, \0, an octal number such as \012, or \x41. If there is none, the length is 0.
func ForeignEscape(b []byte) (n int, escape string) {
	switch c := syntax.ByteAt(b, 1); {
	case len(b) == 0 || b[0] != '\\':
	case c == 'a':
		return 2, `\u0007`
	case c == 'v':
		return 2, `\u000B`
	case c == 'e':
		return 2, `\u001B`
	case c == '0':
		code, n := 0, 1
		for n < len(`\012`) && '0' <= syntax.ByteAt(b, n) && b[n] <= '7' {
			code = code<<3 | int(b[n]-'0')
			n++
		}
		return n, fmt.Sprintf(`\u%04X`, code)
	case c == 'x' && len(b) > 3 && syntax.IsHex(b[2]) && syntax.IsHex(b[3]):
		return 4, `\u00` + strings.ToUpper(string(b[2:4]))
	}
	return 0, ""
}
