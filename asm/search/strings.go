package search

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// Parities returns a word in which bit i is set if the number of bits set in x from bit 0 to bit i is
// odd. For the quotation marks of a block, these are the bytes from each opening quotation mark to the
// byte before the closing one.
func Parities(x uint64) uint64 { return swar.Parities(x) }

// Escaped returns the bytes of a block that are escaped, given its backslashes. carry is 1 if the first byte
// of the block is escaped, and otherwise 0; next is the carry of the next block. An addition carries a
// bit through each run of backslashes that starts at an odd position, which gives the parity of all runs
// (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 2019).
func Escaped(backslashes, carry uint64) (escaped, next uint64) {
	const even = 0x5555555555555555
	backslashes &^= carry
	follows := backslashes<<1 | carry
	oddRuns, next := bits.Add64(backslashes&^even&^follows, backslashes, 0)
	return (even ^ oddRuns<<1) & follows, next
}
