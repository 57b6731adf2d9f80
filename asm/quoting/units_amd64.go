//go:build !purego

package quoting

import (
	"math"

	"github.com/assayjson/assay/asm"
)

// leastUnits returns the number of bytes from which on a kernel is faster than the portable code.
func leastUnits() int {
	switch {
	case asm.AVX512():
		return 32
	case asm.AVX2():
		return 96
	}
	return math.MaxInt
}

// unitBlocks quotes whole blocks of up to a window, see [QuoteUnits].
func unitBlocks(dst []byte, src string, t *Table) (written, read int) {
	if asm.AVX512() {
		return quoteUnitsAVX512(dst, src, t)
	}
	return quoteUnitsAVX2(dst, src, t)
}
