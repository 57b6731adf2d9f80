//go:build !purego

package asm

func countLines(b []byte) int {
	whole := len(b) &^ (block - 1)
	if whole == 0 {
		return countLinesGeneric(b)
	}
	var n int
	switch {
	case useAVX512:
		n = countLinesAVX512(b[:whole])
	case useAVX2:
		n = countLinesAVX2(b[:whole])
	default:
		return countLinesGeneric(b)
	}
	rest := b[whole:]
	if len(rest) > 0 && rest[0] == '\n' && b[whole-1] == '\r' {
		rest = rest[1:] // its line has ended before
	}
	return n + countLinesGeneric(rest)
}

func countPairs(b []byte) int {
	whole := len(b) &^ (block - 1)
	switch {
	case whole == 0:
	case useAVX512:
		return countPairsAVX512(b[:whole]) + countPairsGeneric(b[whole:])
	case useAVX2:
		return countPairsAVX2(b[:whole]) + countPairsGeneric(b[whole:])
	}
	return countPairsGeneric(b)
}
