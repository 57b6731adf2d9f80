//go:build !purego

package quoting

// unquote is [Unquote]. It is an assembly function that jumps to the kernel in use, and to
// unquoteWindows for more than a window.
//
//go:noescape
func unquote(dst []byte, src string) (written, read int, valid bool)

// unquoteNEON is [Unquote] for up to a window: a kernel, in turns with portable code for
// runs of \u escapes.
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

// unquoteToUnitNEON is unquoteGeneric that stops at \u, a group of four blocks at a time.
//
//go:noescape
func unquoteToUnitNEON(dst []byte, src string) (written, read int, valid bool)

// What the assembly names is in use, though no Go code says so.
var (
	_ = unquoteNEON
	_ = unquoteGeneric
)
