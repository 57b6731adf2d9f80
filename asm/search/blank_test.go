package search_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
)

// blankNaive is the oracle: it does the work of search.Blank byte by byte.
func blankNaive(b []byte, masks []uint64) {
	for i, c := range b[:len(masks)*64] {
		if masks[i/64]>>(i%64)&1 != 0 && c != '\t' && c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// The texts have every byte at every position, or lengths of up to a few blocks between guard pages. One
// text is longer than a window.
func TestBlank(t *testing.T) {
	memory := asmtest.Guarded(t, 5*64)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(4, 9))
		for c := range 256 {
			for i := range 64 {
				b := memory[:64]
				for j := range b {
					b[j] = byte(c + 16*(j-i))
				}
				checkBlank(t, b, []uint64{1 << i})
				checkBlank(t, b, []uint64{^(1 << i)})
			}
		}
		random := func(b []byte) (masks []uint64) {
			for i := range b {
				b[i] = byte(rng.IntN(256) >> rng.IntN(5))
			}
			for range len(b) / 64 {
				masks = append(masks, rng.Uint64()&rng.Uint64()<<rng.IntN(64))
			}
			return masks
		}
		for blocks := range 6 {
			for range 200 {
				checkBlank(t, memory[:blocks*64], random(memory[:blocks*64]))
				checkBlank(t, memory[len(memory)-blocks*64:], random(memory[len(memory)-blocks*64:]))
			}
		}
		long := make([]byte, 1+3*64<<10)
		checkBlank(t, long[1:], random(long[1:]))
	})
}

func checkBlank(t *testing.T, b []byte, masks []uint64) {
	t.Helper()
	before, want := bytes.Clone(b), bytes.Clone(b)
	blankNaive(want, masks)
	search.Blank(b, masks)
	if !bytes.Equal(b, want) {
		t.Fatalf("%q with masks %x is %q, want %q", before, masks, b, want)
	}
}
