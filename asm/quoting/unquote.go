package quoting

import "github.com/assayjson/assay/asm/internal/characters"

// Unquote decodes src and writes the text to dst. src is the part of a JSON string after the
// opening quotation mark. Unquote returns the number of bytes written to dst, and the number of
// bytes read from src. valid is false if Unquote has found invalid UTF-8, which it copies
// unchanged.
//
// Unquote stops at the closing quotation mark, at a control character, and at a backslash that does
// not begin an escape. It also stops at an escape that is cut off by the end of src, and at the
// escape of a surrogate that is not part of a pair.
//
// dst must be at least as long as src; otherwise Unquote does nothing. The first len(src) bytes of
// dst may be overwritten even if the result is shorter.
func Unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquote(dst, src)
}

// unquoteWindows is like unquote for text of any length, which it decodes one window at a time.
//
// The end of a window may cut off an escape. If unquote stops only for that reason, the next window
// begins with the escape.
func unquoteWindows(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	for {
		part := len(characters.Whole(bytesOf(src[read:]), window))
		w, r, v := unquote(dst[written:], src[read:read+part])
		written += w
		read += r
		valid = valid && v
		if r == 0 || r <= part-pairEscape || read == len(src) {
			return written, read, valid
		}
	}
}

var _ = unquoteWindows // called by assembly
