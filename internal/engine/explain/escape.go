package explain

import (
	"bytes"
	"fmt"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file recognizes escape sequences of other languages.

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
		return 4, `\u00` + string(b[2:4])
	}
	return 0, ""
}
