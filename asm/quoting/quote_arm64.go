//go:build !purego

package quoting

// quote implements [Quote]. This assembly function jumps to the kernel in use, or to quoteWindows
// if src is longer than a window.
//
//go:noescape
func quote(dst []byte, src string, t *Table) (written, read int, valid bool)

// quoteNEON is like quoteGeneric, but processes a group of four blocks at a time.
//
//go:noescape
func quoteNEON(dst []byte, src string, t *Table) (written, read int, valid bool)

// These are used in assembly only.
var (
	_ = quoteNEON
	_ = quoteGeneric
	_ = nibblesLong
)
