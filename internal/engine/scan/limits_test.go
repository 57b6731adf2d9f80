package scan

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// mayHaveNumber must give the same result as examining every byte.
func TestMayHaveNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 1))
	for range 20_000 {
		b := make([]byte, rng.IntN(100))
		for i := range b {
			b[i] = "0123456789+-.eE, x\"[]"[rng.IntN(15+rng.IntN(7))]
		}
		n := 1 + rng.IntN(40)
		longest, run := 0, 0
		for _, c := range b {
			if run++; strings.IndexByte("0123456789+-.eE", c) < 0 {
				run = 0
			}
			longest = max(longest, run)
		}
		if got := mayHaveNumber(b, n); got != (longest >= n) {
			t.Fatalf("%q, %d: %v, the longest has %d", b, n, got, longest)
		}
	}
}
