//go:build !purego

package quoting

// unquote implements [Unquote]. This assembly function jumps to the kernel in use, or to
// unquoteWindows if src is longer than a window.
//
//go:noescape
func unquote(dst []byte, src string) (written, read int, valid bool)

// This is used in assembly only.
var _ = unquoteGeneric
