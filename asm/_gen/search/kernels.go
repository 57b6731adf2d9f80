// Package search emits the kernels of asm/search.
package search

import "github.com/assayjson/assay/asm/gen/isa"

// Kernels emits all kernels of the package for a machine.
func Kernels(m isa.Machine) {
	PassClosed(m)
	FindBrackets(m)
	Dialect(m)
	CountPairs(m)
	FindSigns(m)
	if m, ok := m.(*isa.AVX2); ok { // wider vectors are not faster here
		CountLines(m)
		NonASCII(m)
	}
}
