//go:build !purego

package asm

func indexExponent(b []byte) int {
	if len(b) < block || !useAVX512 && !useAVX2 {
		return indexExponentGeneric(b)
	}
	at, found := indexExponentAVX2(b)
	if found {
		return at
	}
	if i := indexExponentGeneric(b[at:]); i >= 0 {
		return at + i
	}
	return -1
}
