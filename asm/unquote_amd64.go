//go:build !purego

package asm

// unquote is [Unquote]. It is an assembly function that jumps to the kernel in use and to
// unquoteWindows for more than a window.
//
//go:noescape
func unquote(dst []byte, src string) (written, read int, valid bool)

// unquoteAVX2 is [Unquote] for up to a window.
func unquoteAVX2(dst []byte, src string) (written, read int, valid bool) {
	written, read, valid = unquoteToUnitAVX2(dst, src)
	for read < len(src) && src[read] == '\\' && len(dst) >= len(src) {
		w, r := unquoteUnits(dst[written:], src[read:])
		if r == 0 {
			break
		}
		written += w
		read += r
		w, r, v := unquoteToUnitAVX2(dst[written:], src[read:])
		written += w
		read += r
		valid = valid && v
	}
	return written, read, valid
}

// What the assembly names is in use, though no Go code says so.
var (
	_ = unquoteGeneric
	_ = unquoteWindows
	_ = unquoteAVX2
)
