package asm

// Unquote writes to dst the text that src stands for, which is what follows the opening
// quote of a JSON string. It returns how much it has written and read, and whether what
// it has seen of src is UTF-8.
//
// It reads what stands for itself and escapes of two characters. It stops before anything
// else: the closing quote, a control character, \u, and a backslash that begins nothing
// or ends src.
//
// dst must be as long as src, and as much of it may be written to.
func Unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquote(dst, src)
}

// escaped maps the letter of a two-character escape to its character.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unquoteWindows is unquote for any length, a window at a time.
//
// A window may end with the backslash of an escape. Where that is all that stops it, the
// next window begins there.
func unquoteWindows(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	for {
		part := wholeCharacters(bytesOf(src[read:]), window)
		w, r, v := unquote(dst[written:], src[read:read+len(part)])
		written += w
		read += r
		valid = valid && v
		isCut := read < len(src) && (r == len(part) || r == len(part)-1 && part[r] == '\\')
		if r == 0 || !isCut {
			return written, read, valid
		}
	}
}
