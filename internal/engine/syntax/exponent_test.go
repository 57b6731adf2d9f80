package syntax

import (
	"math/rand/v2"
	"testing"
)

// The test compares the result with that of examining every byte.
func TestIndexExponent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 308))
	for range 200_000 {
		b := make([]byte, rng.IntN(40))
		for i := range b {
			switch b[i] = "eE109:?/ \x10\xB0\xE5\xC5\x80"[rng.IntN(14)]; rng.IntN(4) {
			case 0:
				b[i] = 'x'
			case 1:
				b[i] = byte(rng.IntN(256))
			}
		}
		want := len(b)
		for i := len(b) - 1; i > 0; i-- {
			if (b[i] == 'e' || b[i] == 'E') && '0' <= b[i-1] && b[i-1] <= '9' {
				want = i
			}
		}
		if got := IndexExponent(b); got != want {
			t.Fatalf("%q: %d, want %d", b, got, want)
		}
	}
}
