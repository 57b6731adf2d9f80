//go:build !purego && (amd64 || arm64)

package asm

// quoteWindows is quote for any length, a window at a time. A part leaves as much of dst
// alone as the rest of src is long.
func quoteWindows(dst []byte, src string, t *QuoteTable) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	for read < len(src) {
		part := len(wholeCharacters(bytesOf(src[read:]), window))
		rest := len(src) - read - part
		w, r, v := quote(dst[written:len(dst)-rest], src[read:read+part], t)
		written += w
		read += r
		valid = valid && v
		if r < part {
			break
		}
	}
	return written, read, valid
}
