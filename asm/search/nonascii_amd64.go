//go:build !purego

package search

import "github.com/assayjson/assay/asm"

func hasNonASCIIKernel() bool { return asm.AVX512() || asm.AVX2() }

func indexUnseen(b []byte) (at int, found bool) {
	at, state := indexUnseenAVX2(b)
	return at, state != 0
}

func indexNonASCIIName(b []byte, open bool) (at int, isOpen, found bool) {
	at, state := indexNonASCIINameAVX2(b, open)
	return at, state == 1, state == 2
}
