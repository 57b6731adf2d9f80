package search_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
)

func dialectNaive(b []byte) (m search.CommentMasks, n search.JSON5Masks) {
	for i, c := range b {
		bit := uint64(1) << i
		if c >= 0x80 {
			m.NonASCII |= bit
		}
		switch {
		case c == '"':
			m.Quotes |= bit
		case c == '\\':
			m.Backslashes |= bit
		case c == '/':
			m.Slashes |= bit
		case c == '*':
			m.Stars |= bit
		case c == ']' || c == '}':
			m.Closes |= bit
		case c == '\'':
			n.Quotes |= bit
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '$' || c == '_' || c >= 0x80:
			n.Words |= bit
		case c == '.' || c == '+':
			n.Points |= bit
		case c < ' ' && c != '\n' && c != '\r':
			n.Controls |= bit
		}
	}
	return m, n
}

// The texts have every byte at every position, surrounded by different bytes, or lengths of up to a few
// blocks between guard pages. One text is longer than a window.
func TestFindCommentsAndJSON5(t *testing.T) {
	memory := asmtest.Guarded(t, 5*64)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 5))
		for c := range 256 {
			for i := range 64 {
				b := memory[:64]
				for j := range b {
					b[j] = byte(c + 16*(j-i))
				}
				checkDialect(t, b)
			}
		}
		random := func(b []byte) {
			for i := range b {
				b[i] = byte(rng.IntN(256))
			}
		}
		for blocks := range 6 {
			for range 200 {
				random(memory)
				checkDialect(t, memory[:blocks*64])
				checkDialect(t, memory[len(memory)-blocks*64:])
			}
		}
		long := make([]byte, 1+3*64<<10)
		random(long)
		checkDialect(t, long[1:])
		search.FindComments(nil, nil)
		search.FindJSON5(nil, nil)
	})
}

func checkDialect(t *testing.T, b []byte) {
	t.Helper()
	n := len(b) / 64
	masks, masks5 := make([]search.CommentMasks, n+1), make([]search.JSON5Masks, n+1)
	search.FindComments(masks[:n], b)
	search.FindJSON5(masks5[:n], b)
	for i := range n {
		block := b[i*64:][:64]
		if m, m5 := dialectNaive(block); masks[i] != m || masks5[i] != m5 {
			t.Fatalf("%x and %x, want %x and %x: %q", masks[i], masks5[i], m, m5, block)
		}
	}
	if masks[n] != (search.CommentMasks{}) || masks5[n] != (search.JSON5Masks{}) {
		t.Fatalf("%x and %x after %d blocks", masks[n], masks5[n], n)
	}
}
