//go:build !purego

package search

import "github.com/assayjson/assay/asm"

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
