//go:build purego || !(amd64 || arm64)

package asm

func unquote(dst []byte, src string) (written, read int, valid bool) {
	return unquoteGeneric(dst, src)
}
