package names_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/testing/longtest"
)

func indexQuotedNaive(b []byte, first byte, n int) int {
	for i := 0; i+n < len(b); i++ {
		if b[i] == '"' && b[i+1] == first && b[i+n] == '"' {
			return i
		}
	}
	return -1
}

// Texts of all lengths begin or end at a guard page, and have one string, at every offset.
func TestIndexQuoted(t *testing.T) {
	memory, step := asmtest.Guarded(t, 300), 1
	if longtest.Off() {
		step = 5
	}
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
		clear(memory)
		for length := 0; length < 200; length += step {
			for _, b := range [][]byte{memory[:length], memory[len(memory)-length:]} {
				for _, n := range []int{2, 3, 31, 64, 65, 130} {
					check(b, 'x', n)
					for at := range length - n {
						b[at], b[at+1], b[at+n] = '"', 'x', '"'
						check(b, 'x', n)
						for _, i := range []int{at, at + 1, at + n} {
							b[i]++
							check(b, 'x', n)
							b[i]--
						}
						b[at], b[at+1], b[at+n] = 0, 0, 0
					}
				}
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
