//go:build !purego

package search

import "github.com/assayjson/assay/asm"

func countLines(b []byte) int {
	whole := len(b) &^ (block - 1)
	if whole == 0 || !asm.AVX2() && !asm.AVX512() {
		return countLinesGeneric(b)
	}
	n := countLinesAVX2(b[:whole])
	rest := b[whole:]
	if len(rest) > 0 && rest[0] == '\n' && b[whole-1] == '\r' {
		rest = rest[1:] // the CR has already ended the line
	}
	return n + countLinesGeneric(rest)
}

func countPairs(b []byte) int {
	whole := len(b) &^ (block - 1)
	switch {
	case whole == 0:
	case asm.AVX512():
		return countPairsAVX512(b[:whole]) + countPairsGeneric(b[whole:])
	case asm.AVX2():
		return countPairsAVX2(b[:whole]) + countPairsGeneric(b[whole:])
	}
	return countPairsGeneric(b)
}
