//go:build !purego && (amd64 || arm64)

package asm

// unquoteWindows is unquote for any length, a window at a time. An escape that is cut in
// two stops one part at its last byte, and the next part begins with it.
func unquoteWindows(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	for read < len(src) {
		part := len(wholeCharacters(bytesOf(src[read:]), window))
		w, r, v := unquote(dst[written:], src[read:read+part])
		written += w
		read += r
		valid = valid && v
		if r == 0 || r < part-1 {
			break
		}
	}
	return written, read, valid
}
