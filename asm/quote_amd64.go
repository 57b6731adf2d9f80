//go:build !purego

package asm

func quote(dst []byte, src string, t *QuoteTable) (written, read int, valid bool) {
	return quoteGeneric(dst, src, t)
}

var _ = quoteWindows // which vector kernels will ask for
