package place

import (
	"math/bits"

	"github.com/assayjson/assay/asm/search"
)

// ContainerEnd returns the offset after the bracket that closes the container that b begins with. It
// returns false if that bracket is not in b. The text must be valid.
func ContainerEnd(b []byte) (end int, ok bool) {
	var strings StringMask
	var masks [4]search.BracketMasks
	depth := 0
	for at := 0; at < len(b); {
		n := min((len(b)-at)/MaskBlock, len(masks))
		if n == 0 {
			var last [MaskBlock]byte
			copy(last[:], b[at:])
			search.FindBrackets(masks[:1], last[:])
			n = 1
		} else {
			search.FindBrackets(masks[:n], b[at:])
		}
		for i := range masks[:n] {
			m := &masks[i]
			outside := ^strings.Next(m)
			opens, closes := m.Opens&outside, m.Closes&outside
			if depth > bits.OnesCount64(closes) {
				depth += bits.OnesCount64(opens) - bits.OnesCount64(closes)
			} else if bit, closed := closing(opens, closes, &depth); closed {
				return at + bit + 1, true
			}
			at += MaskBlock
		}
	}
	return 0, false
}

// closing follows the brackets of a block one by one. It returns the bit of the bracket after which
// nothing is open.
func closing(opens, closes uint64, depth *int) (bit int, ok bool) {
	for brackets := opens | closes; brackets != 0; brackets &= brackets - 1 {
		bit := bits.TrailingZeros64(brackets)
		if *depth += 2*int(opens>>bit&1) - 1; *depth == 0 {
			return bit, true
		}
	}
	return 0, false
}
