package place

import "math/bits"

// ContainerEnd returns the offset after the bracket that closes the container that b begins with. It
// returns false if that bracket is not in b. The text must be valid.
func ContainerEnd(b []byte) (end int, ok bool) {
	blocks, depth := Blocks{Text: b}, 0
	for at := 0; ; at += MaskBlock {
		m, ok := blocks.Next()
		if !ok {
			return 0, false
		}
		if depth > bits.OnesCount64(m.Closes) {
			depth += bits.OnesCount64(m.Opens) - bits.OnesCount64(m.Closes)
		} else if bit, closed := closing(m.Opens, m.Closes, &depth); closed {
			return at + bit + 1, true
		}
	}
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
