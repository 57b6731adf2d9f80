//go:build !purego

package asm

func unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquoteGeneric(dst, src)
}

var _ = unquoteWindows // which vector kernels will ask for
