//go:build !purego

package asm

func hasSignKernel() bool { return useAVX512 || useAVX2 }

// findSigns is [FindSigns] for so many whole units at b, with what belongs to them behind.
func findSigns(b *byte, units int) (s Signs) {
	var digits uint64
	if useAVX512 {
		s.NonASCII, s.Deletes, s.Escapes, s.Exponents, digits = findSignsAVX512(b, units)
	} else {
		s.NonASCII, s.Deletes, s.Escapes, s.Exponents, digits = findSignsAVX2(b, units)
	}
	s.Digits = digits > 0
	return s
}
