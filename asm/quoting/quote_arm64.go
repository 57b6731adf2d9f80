//go:build !purego

package quoting

// quote is [Quote]. It is an assembly function that jumps to the kernel in use, and to
// quoteWindows for more than a window.
//
//go:noescape
func quote(dst []byte, src string, t *Table) (written, read int, valid bool)

// quoteNEON is quoteGeneric, a group of four blocks at a time.
//
//go:noescape
func quoteNEON(dst []byte, src string, t *Table) (written, read int, valid bool)

// What the assembly names is in use, though no Go code says so.
var (
	_ = quoteNEON
	_ = quoteGeneric
	_ = nibblesLong
)
