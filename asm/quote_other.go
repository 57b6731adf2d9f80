//go:build purego || !(amd64 || arm64)

package asm

func quote(dst []byte, src string, t *QuoteTable) (written, read int, valid bool) {
	return quoteGeneric(dst, src, t)
}
