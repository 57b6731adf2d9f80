//go:build !purego

package quoting

// unquote implements [Unquote]. This assembly function jumps to the kernel in use, or to
// unquoteWindows if src is longer than a window.
//
//go:noescape
func unquote(dst []byte, src string) (written, read int, valid bool)

// unquoteNEON implements [Unquote] for texts of at most a window. It alternates between a kernel
// and portable code, which decodes runs of \u escapes.
func unquoteNEON(dst []byte, src string) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	for {
		w, r, v := unquoteToUnitNEON(dst[written:], src[read:])
		written += w
		read += r
		valid = valid && v
		w, r = unquoteUnits(dst[written:], src[read:])
		if r == 0 {
			return written, read, valid
		}
		written += w
		read += r
	}
}

// unquoteToUnitNEON is like unquoteGeneric, but stops at the first \u escape, and processes a group
// of four blocks at a time.
//
//go:noescape
func unquoteToUnitNEON(dst []byte, src string) (written, read int, valid bool)

// These are used in assembly only.
var (
	_ = unquoteNEON
	_ = unquoteGeneric
)
