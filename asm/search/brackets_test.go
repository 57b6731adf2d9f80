package search_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
)

func bracketsNaive(b []byte) search.BracketMasks {
	var m search.BracketMasks
	for i, c := range b {
		bit := uint64(1) << i
		switch c {
		case '"':
			m.Quotes |= bit
		case '\\':
			m.Backslashes |= bit
		case '[', '{':
			m.Opens |= bit
		case ']', '}':
			m.Closes |= bit
		case ',':
			m.Commas |= bit
		case '/':
			m.Slashes |= bit
		}
	}
	return m
}

// The texts have every byte at every position, or lengths of up to a few blocks between guard
// pages. One text is longer than a window.
func TestFindBrackets(t *testing.T) {
	memory := asmtest.Guarded(t, 5*64)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 4))
		for c := range 256 {
			for i := range 64 {
				b := memory[:64]
				clear(b)
				b[i] = byte(c)
				checkBrackets(t, b)
			}
		}
		random := func(b []byte) {
			for i := range b {
				b[i] = "\"\\[]{};:yzZ^\x1B\x1D\xDB\xDD\xFB\xFD ,/\x0F\xAF"[rng.IntN(23)]
			}
		}
		for blocks := range 6 {
			for range 200 {
				random(memory)
				checkBrackets(t, memory[:blocks*64])
				checkBrackets(t, memory[len(memory)-blocks*64:])
			}
		}
		long := make([]byte, 1+3*64<<10)
		random(long)
		checkBrackets(t, long[1:])
		search.FindBrackets(nil, nil)
	})
}

func checkBrackets(t *testing.T, b []byte) {
	t.Helper()
	want := []search.BracketMasks{}
	for block := range slices.Chunk(b, 64) {
		want = append(want, bracketsNaive(block))
	}
	got := make([]search.BracketMasks, len(want)+1)
	search.FindBrackets(got[:len(want)], b)
	if got[len(want)] != (search.BracketMasks{}) || !slices.Equal(got[:len(want)], want) {
		t.Fatalf("%x, want %x: %q", got, want, b)
	}
}
