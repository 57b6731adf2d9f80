package config

import "bytes"

// plain converts JWCC to JSON: it replaces a byte order mark, comments and trailing commas in src with spaces, so that
// everything else keeps its position. The result open is the offset of an unterminated comment, or
// -1.
func plain(src []byte) (out []byte, open int) {
	out = bytes.Clone(src)
	if bytes.HasPrefix(out, []byte("\uFEFF")) {
		blank(out[:len("\uFEFF")])
	}
	comma := -1 // the offset of a comma after which there have been only white space and comments, or -1
	last := byte('[')
	for i := 0; i < len(out); {
		if n := commentLength(out[i:]); n > 0 {
			blank(out[i : i+n])
			i += n
			continue
		}
		switch out[i] {
		case '/':
			if bytes.HasPrefix(out[i:], []byte("/*")) {
				return out, i
			}
			comma = -1
		case '"':
			i += stringLength(out[i:])
			comma, last = -1, '"'
			continue
		case ',':
			if last != '[' && last != '{' && last != ',' { // the comma follows a value
				comma = i
			} else {
				comma = -1
			}
		case ']', '}':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		case ' ', '\t', '\r', '\n':
			i++
			continue
		default:
			comma = -1
		}
		last = out[i]
		i++
	}
	return out, -1
}

// blank replaces every byte in b with a space, except for line endings.
func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// commentLength returns the length of the comment at the start of b, or 0 if there is none.
func commentLength(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("//")):
		if n := bytes.IndexAny(b, "\r\n"); n >= 0 {
			return n
		}
		return len(b)
	case bytes.HasPrefix(b, []byte("/*")):
		if n := bytes.Index(b[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
	}
	return 0
}

// stringLength returns the length of the string at the start of b, including its quotation marks.
func stringLength(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"', '\n':
			return i + 1
		}
	}
	return len(b)
}
