package place

import (
	"math/bits"

	"github.com/assayjson/assay/asm/search"
)

const maskBlock = 64 // number of bytes that a mask covers

// parities returns a word in which bit i is set if the number of bits set in x from bit 0 to bit i
// is odd.
func parities(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}

// A stringMask finds the strings in a text, block by block.
type stringMask struct {
	inString bool
	escaped  uint64 // 1 if the first byte of the next block is escaped, otherwise 0
}

// next returns the bits of the bytes inside strings in the next block. Closing quotation marks do
// not count.
func (s *stringMask) next(m *search.BracketMasks) (inside uint64) {
	quotes := m.Quotes
	if m.Backslashes != 0 || s.escaped != 0 {
		quotes &^= s.escapedBy(m.Backslashes)
	}
	inside = parities(quotes)
	if s.inString {
		inside = ^inside
	}
	s.inString = inside>>63 != 0
	return inside
}

// escapedBy returns which bytes of the next block are escaped. An addition carries a bit through
// each run of backslashes that starts at an odd position, which gives the parity of all runs
// (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 2019).
func (s *stringMask) escapedBy(backslashes uint64) uint64 {
	const even = 0x5555555555555555
	backslashes &^= s.escaped
	follows := backslashes<<1 | s.escaped
	oddRuns, carry := bits.Add64(backslashes&^even&^follows, backslashes, 0)
	s.escaped = carry
	return (even ^ oddRuns<<1) & follows
}
