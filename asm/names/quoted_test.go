package names_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/names"
)

func indexQuotedNaive(b []byte, first byte, n int) int {
	for i := 0; i+n < len(b); i++ {
		if b[i] == '"' && b[i+1] == first && b[i+n] == '"' {
			return i
		}
	}
	return -1
}

// The texts are between guard pages, and have a string at every offset.
func TestIndexQuoted(t *testing.T) {
	memory := asmtest.Guarded(t, 300)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 5))
		check := func(b []byte, first byte, n int) {
			t.Helper()
			if got, want := names.IndexQuoted(b, first, n), indexQuotedNaive(b, first, n); got != want {
				t.Fatalf("%d, want %d: %q, %q, %d", got, want, b, first, n)
			}
		}
		for range 1000 {
			b := memory[rng.IntN(len(memory)+1):]
			if rng.IntN(2) == 0 {
				b = memory[:rng.IntN(len(memory)+1)]
			}
			for i := range b {
				b[i] = "\"\"ab\xe9 b"[rng.IntN(7)]
			}
			check(b, "ab\xe9"[rng.IntN(3)], 2+rng.IntN(70))
			check(b, '"', 1)
		}
		for _, n := range []int{2, 3, 40, 100} {
			for at := range len(memory) - n {
				clear(memory)
				memory[at], memory[at+1], memory[at+n] = '"', 'x', '"'
				check(memory, 'x', n)
				memory[at+1] = 'y'
				check(memory, 'x', n)
				memory[at+1], memory[at+n] = 'x', 'y'
				check(memory, 'x', n)
			}
		}
		long := make([]byte, 3*64<<10+100)
		for _, at := range []int{64<<10 - 1, 64 << 10, 2*64<<10 - 2, len(long) - 4} {
			clear(long)
			copy(long[at:], `"xy"`)
			check(long, 'x', 3)
		}
	})
}
