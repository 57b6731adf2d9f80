package quoting

import "github.com/assayjson/assay/asm/internal/characters"

// Unquote writes to dst the text that src stands for, which is what follows the opening
// quote of a JSON string. It returns how much it has written and read, and whether what
// it has seen of src is UTF-8.
//
// It stops before what is not text: the closing quote, a control character, and a
// backslash that begins no escape. Nor does an escape that is cut off by the end of src,
// or that of a surrogate which is not one of a pair.
//
// dst must be as long as src, and as much of it may be written to.
func Unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquote(dst, src)
}

// unquoteWindows is unquote for any length, a window at a time.
//
// The end of a window may cut an escape off. Where that is all that stops it, the next
// window begins there.
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

var _ = unquoteWindows // which is called by assembly
