package suspects

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPlainEscapes checks all escapes, and pairs of escapes with all kinds of low surrogates.
func TestPlainEscapes(t *testing.T) {
	lows := []rune{0, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFD, 0xDFFE, 0xDFFF, 0xE000}
	for r := range rune(0x10000) {
		for _, low := range lows {
			for _, format := range []string{`\u%04x\u%04x`, `\u%04X\u%04X`, `\u%04x\n%04x`} {
				text := fmt.Appendf(nil, format, r, low)
				decoded, n, lone := decodeUnicode(text)
				if got := plainEscape(text); got != 0 && (got != n || suspectRune(decoded, lone) != 0) {
					t.Fatalf("%s: %d", text, got)
				}
			}
		}
	}
	for _, text := range []string{`\u00e9\u0000`, `\u0416      `, `\ud83d\ude00`, `\u207a......`, `\u003c......`} {
		if plainEscape([]byte(text)) == 0 {
			t.Errorf("%s needs a closer look", text)
		}
	}
}

func TestIndexUnicode(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 200_000 {
		b := make([]byte, rng.IntN(40))
		for i := range b {
			b[i] = `\uuuxxxxxxxxx`[rng.IntN(2+rng.IntN(11))]
		}
		if got, want := indexUnicode(b), strings.Index(string(b), `\u`); got != want {
			t.Fatalf("%s: %d, want %d", b, got, want)
		}
	}
}
