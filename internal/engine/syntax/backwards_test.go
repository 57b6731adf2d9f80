package syntax

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// The test uses slices of every length up to 600 bytes, and places the byte to be found at many
// offsets.
func TestLastIndex(t *testing.T) {
	for length := range 600 {
		b := bytes.Repeat([]byte("\x22x\xA2!"), 150)[:length]
		for _, c := range []byte("\x22\x7F") {
			if got, want := LastIndex(b, c), bytes.LastIndexByte(b, c); got != want {
				t.Fatalf("%q in %q: %d, want %d", c, b, got, want)
			}
		}
		for at := 0; at < length; at += 1 + length/50 {
			was := b[at]
			b[at] = 0x7F
			if got := LastIndex(b, 0x7F); got != at {
				t.Fatalf("length %d: %d, want %d", length, got, at)
			}
			b[at] = was
		}
	}
}

// LastQuote is compared with a search byte by byte, from every offset of texts with many quotation
// marks and backslashes, and of texts with few.
func TestLastQuote(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 17))
	found := 0
	for round := range 300 {
		b := []byte(strings.Repeat("x", 40*(round%40)))
		for range rng.IntN(1 + len(b)/(1+round%30)) {
			copy(b[rng.IntN(len(b)):], `"\\\"\\\"\\\\"`[rng.IntN(11):])
		}
		for from := range len(b) + 1 {
			want := len(b) - 1
			for want >= from && (b[want] != '"' || IsEscaped(b, from, want)) {
				want--
			}
			if want < from {
				want = -1
			} else {
				found++
			}
			if got := LastQuote(b, from); got != want {
				t.Fatalf("from %d: %d, want %d\n%q", from, got, want, b)
			}
		}
	}
	if found == 0 {
		t.Error("a test that finds no quotation mark")
	}
}
