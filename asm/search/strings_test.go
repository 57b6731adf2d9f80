package search_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/search"
)

// Escaped and Parities are compared with a loop over the bytes, from block to block.
func TestStringMasks(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 28))
	carry, isEscaped := uint64(0), false
	for round := range 10_000 {
		backslashes, quotes := rng.Uint64(), rng.Uint64()
		switch rng.IntN(4) {
		case 0:
			backslashes &= rng.Uint64() & rng.Uint64()
		case 1:
			backslashes |= rng.Uint64() | rng.Uint64()
		case 2:
			backslashes = -uint64(rng.IntN(2))
		}
		var wantEscaped, wantParities uint64
		odd := uint64(0)
		for i := range 64 {
			if isEscaped {
				wantEscaped |= 1 << i
			}
			isEscaped = !isEscaped && backslashes>>i&1 != 0
			odd ^= quotes >> i & 1
			wantParities |= odd << i
		}
		var escaped uint64
		if escaped, carry = search.Escaped(backslashes, carry); escaped != wantEscaped || carry != 0 != isEscaped {
			t.Fatalf("round %d, Escaped(%x): %x and %d, want %x and %v", round, backslashes, escaped, carry, wantEscaped, isEscaped)
		}
		if got := search.Parities(quotes); got != wantParities {
			t.Fatalf("Parities(%x): %x, want %x", quotes, got, wantParities)
		}
	}
}
