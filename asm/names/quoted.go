package names

import "github.com/assayjson/assay/asm"

// block is how many offsets the kernel of IndexQuoted looks at together.
const block = 64

// IndexQuoted returns the smallest offset at which b has a quotation mark, then the byte first, and n bytes after the
// quotation mark another one. A string of n-1 bytes looks like this. If there is no such offset, IndexQuoted
// returns -1. n must be at least 1.
func IndexQuoted(b []byte, first byte, n int) int {
	offsets := len(b) - n
	switch {
	case !hasQuotedKernel() || offsets < block && n > block:
		return indexQuotedGeneric(b, first, n)
	case offsets <= 0:
		return -1
	case offsets < block:
		var padded [2 * block]byte
		copy(padded[:], b)
		if at := indexQuoted(padded[:block], first, n); at < block {
			return at
		}
		return -1
	}
	for at := 0; at < offsets; {
		at = min(at, offsets-block) // the last blocks may overlap
		whole := min(offsets-at, asm.Window) &^ (block - 1)
		found := indexQuoted(b[at:at+whole], first, n)
		if at += found; found < whole {
			return at
		}
	}
	return -1
}
