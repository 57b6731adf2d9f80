//go:build !purego

package quoting

// unquote is [Unquote]. It is an assembly function that jumps to the kernel in use and to
// unquoteWindows for more than a window.
//
//go:noescape
func unquote(dst []byte, src string) (written, read int, valid bool)

// What the assembly names is in use, though no Go code says so.
var _ = unquoteGeneric
