//go:build !purego

package search

import "github.com/assayjson/assay/asm"

// findSignsNEON is like findSignsGeneric, for 1 to 64 whole units and the four bytes after them.
// digits is the number of rows of 32 digits.
//
//go:noescape
func findSignsNEON(b *byte, units int) (nonASCII, deletes, escapes, exponents, digits uint64)

func hasSignKernel() bool { return asm.NEON() }

// findSigns is like [FindSigns], for the given number of whole units that begin at b. Another
// signLength-1 bytes must be readable after them.
func findSigns(b *byte, units int) (s Signs) {
	var digits uint64
	s.NonASCII, s.Deletes, s.Escapes, s.Exponents, digits = findSignsNEON(b, units)
	s.Digits = digits > 0
	return s
}
