package dialect

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// AppendString appends the JSON string for raw to dst and returns the extended buffer. raw must be
// a valid JSON5 token: a string in single or double quotes, or an unquoted name. This is not
// checked: for any other text, the result is meaningless. Escapes that JSON also has are kept as
// they are.
func AppendString(dst, raw []byte) []byte {
	dst = append(dst, '"')
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '\'' {
		return append(append(dst, raw...), '"') // every escape in a name is also valid in JSON
	}
	for body := raw[1:max(1, len(raw)-1)]; len(body) > 0; {
		n := plainLen(body)
		dst = append(dst, body[:n]...)
		if body = body[n:]; len(body) > 0 {
			dst, n = appendElement(dst, body)
			body = body[n:]
		}
	}
	return append(dst, '"')
}

// plainLen returns how many bytes at the start of b can be copied to a JSON string unchanged.
func plainLen(b []byte) int {
	const word = 8
	i := 0
	for ; len(b)-i >= word; i += word {
		w := binary.LittleEndian.Uint64(b[i:])
		if stop := bytesBelow(w, ' ') | bytesBelow(w^('"'*eachByte), 1) | bytesBelow(w^('\\'*eachByte), 1); stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < ' ' || c == '"' || c == '\\' {
			break
		}
	}
	return i
}

const eachByte = 0x0101010101010101

// bytesBelow returns a word in which the top bit of each byte of w that is less than c is set; c is at
// most 0x80. If there is no such byte, the word is 0. The subtraction borrows from the byte above, so of
// the bits that are set, only the lowest one is reliable.
func bytesBelow(w uint64, c uint64) uint64 { return (w - c*eachByte) &^ w & (eachByte << 7) }

// appendElement appends the JSON form of the first byte or escape of b, which is part of the body
// of a string. It returns the extended buffer, and the length of that byte or escape in b.
func appendElement(dst, b []byte) (out []byte, n int) {
	switch c := b[0]; {
	case c == '\\':
		return appendEscape(dst, b)
	case c == '"':
		return append(dst, '\\', '"'), 1
	case c < ' ':
		return appendControl(dst, c), 1
	}
	return append(dst, b[0]), 1
}

// appendEscape is like appendElement, for an escape (section 5.1).
func appendEscape(dst, b []byte) (out []byte, n int) {
	n, ok := escapeLen(b)
	if !ok || len(b) < 2 || b[1] == 'x' && n < len(`\xFF`) || b[1] == 'u' && n < len(`\uFFFF`) { // this never happens in a valid token
		return append(dst, `\\`...), 1
	}
	switch c := b[1]; c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u': // JSON has these escapes, too
		return append(dst, b[:n]...), n
	case 'v':
		return appendControl(dst, '\v'), n
	case '0':
		return appendControl(dst, 0), n
	case 'x':
		return append(append(dst, `\u00`...), b[2:4]...), n
	}
	switch {
	case isContinuation(b):
		if n < len(b) && !utf8.RuneStart(b[n]) {
			dst = append(dst, ' ') // together, the bytes before and after b[:n] could form a character
		}
		return dst, n
	case b[1] < ' ':
		return appendControl(dst, b[1]), n
	}
	return append(dst, b[1:n]...), n
}

// isContinuation reports whether the escape at the start of b continues a string on the next line.
// Such an escape is not part of the value of the string.
func isContinuation(b []byte) bool {
	return b[1] == '\n' || b[1] == '\r' || lineSeparatorLen(b[1:]) > 0
}

// continuationsLen returns the length of the line continuations at the start of b.
func continuationsLen(b []byte) (n int) {
	for len(b)-n > 1 && b[n] == '\\' && isContinuation(b[n:]) {
		length, _ := escapeLen(b[n:])
		n += length
	}
	return n
}

// appendControl appends the escape of a control character and returns the extended buffer.
func appendControl(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '\t':
		return append(dst, `\t`...)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// sourceLen returns how many bytes of raw correspond to the first n bytes of the JSON string that
// [AppendString] makes from raw. If these n bytes end inside the JSON form of an escape, sourceLen
// stops before the escape.
func sourceLen(raw []byte, n int) int {
	if n == 0 {
		return 0
	}
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '\'' {
		return min(n-1, len(raw))
	}
	var room [utf8.UTFMax + 2]byte
	written, at := 1, 1
	for written < n && at < len(raw)-1 {
		element, length := appendElement(room[:0], raw[at:len(raw)-1])
		if written += len(element); written > n {
			break
		}
		at += length
	}
	return at
}
