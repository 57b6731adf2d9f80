//go:build !purego

package search

import "github.com/assayjson/assay/asm"

func passClosed(b []byte, blocks int, s *Closed) (left int) {
	switch {
	case asm.AVX512():
		return passClosedAVX512(b, blocks, s)
	case asm.AVX2():
		return passClosedAVX2(b, blocks, s)
	default:
		return passClosedGeneric(b, blocks, s)
	}
}

func findBrackets(masks []BracketMasks, b []byte) {
	switch {
	case asm.AVX512():
		findBracketsAVX512(&masks[0].Quotes, b)
	case asm.AVX2():
		findBracketsAVX2(&masks[0].Quotes, b)
	default:
		findBracketsGeneric(masks, b)
	}
}

func findComments(masks []CommentMasks, b []byte) {
	switch {
	case asm.AVX512():
		findCommentsAVX512(&masks[0].Quotes, b)
	case asm.AVX2():
		findCommentsAVX2(&masks[0].Quotes, b)
	default:
		findCommentsGeneric(masks, b)
	}
}

func findJSON5(masks []JSON5Masks, b []byte) {
	switch {
	case asm.AVX512():
		findJSON5AVX512(&masks[0].Quotes, b)
	case asm.AVX2():
		findJSON5AVX2(&masks[0].Quotes, b)
	default:
		findJSON5Generic(masks, b)
	}
}

func blank(b []byte, masks []uint64) {
	switch {
	case asm.AVX512():
		blankAVX512(b, &masks[0])
	case asm.AVX2():
		blankAVX2(b, &masks[0])
	default:
		blankGeneric(b, masks)
	}
}

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

func hasSignKernel() bool { return asm.AVX512() || asm.AVX2() }

// findSigns is like [FindSigns], for the given number of whole units that begin at b. Another
// signLength-1 bytes must be readable after them.
func findSigns(b *byte, units int) (s Signs) {
	var digits uint64
	if asm.AVX512() {
		s.NonASCII, s.Deletes, s.Escapes, s.Exponents, digits = findSignsAVX512(b, units)
	} else {
		s.NonASCII, s.Deletes, s.Escapes, s.Exponents, digits = findSignsAVX2(b, units)
	}
	s.Digits = digits > 0
	return s
}

func hasNonASCIIKernel() bool { return asm.AVX512() || asm.AVX2() }

func indexUnseen(b []byte) (at int, found bool) {
	at, state := indexUnseenAVX2(b)
	return at, state != 0
}

func indexNonASCIIName(b []byte, open bool) (at int, isOpen, found bool) {
	at, state := indexNonASCIINameAVX2(b, open)
	return at, state == 1, state == 2
}
