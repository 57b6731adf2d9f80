package search_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
)

func countLinesNaive(b []byte) int {
	n := 0
	for i, c := range b {
		if c == '\r' || c == '\n' && (i == 0 || b[i-1] != '\r') {
			n++
		}
	}
	return n
}

func countPairsNaive(b []byte) int {
	n := 0
	for _, c := range b {
		if c >= 0xF0 {
			n++
		}
	}
	return n
}

// The texts have all lengths up to a few blocks, with few or many line ends, next to a guard page.
// Others have a few windows, with CR LF across every edge.
func TestCountLines(t *testing.T) {
	memory := asmtest.Guarded(t, 600)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 3))
		kinds := []string{"\n\r", "\n\r\n\r\x8A\x8D\x0B\x0C", "\nabcdefgh\xF0\x9F\x98\x80\xEF", "abc\xF4\xFF\xEF\xF0\x7F"}
		for n := range len(memory) + 1 {
			for _, kind := range kinds {
				b := memory[len(memory)-n:]
				for i := range b {
					b[i] = kind[rng.IntN(len(kind))]
				}
				if got, want := search.CountLines(b), countLinesNaive(b); got != want {
					t.Fatalf("%d lines, want %d: %q", got, want, b)
				}
				if got, want := search.CountPairs(b), countPairsNaive(b); got != want {
					t.Fatalf("%d pairs, want %d: %q", got, want, b)
				}
			}
		}
		long := append([]byte(" "), bytes.Repeat([]byte("\r\n"), 100_000)...)
		if got := search.CountLines(long); got != 100_000 {
			t.Errorf("%d lines in a long text", got)
		}
		if got := search.CountLines(long[1:]); got != 100_000 {
			t.Errorf("%d lines in a long text", got)
		}
	})
}
