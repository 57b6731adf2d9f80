package plain_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/plain"
)

var parts = []string{"a", "text of a string", `\n`, `\u00e9`, `\ud83d\ude00`, "é", "漢字", "😀", `"`, `\z`, `\x`, "\n", "\xff", "\xe2\x82", `\ud800`}

// What is skipped is valid, and nothing that follows is skipped without a reason: an invalid part, or the end of a string.
func TestSkip(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		skipped := 0
		for range 3000 {
			var b strings.Builder
			valid := 0 // the length of the parts before the first that is invalid
			for isValid := true; b.Len() < rng.IntN(6000); {
				n := rng.IntN(len(parts))
				if rng.IntN(50) > 0 {
					n %= 8
				}
				b.WriteString(parts[n])
				if isValid = isValid && n < 8; isValid {
					valid = b.Len()
				}
			}
			text := []byte(b.String())
			end, next := plain.Skip(text, 0)
			if _, err := escape.AppendUnquote(nil, `"`+string(text[:end])+`"`); err != nil || next < end || next > len(text) {
				t.Fatalf("%q: skips %d, then %d", text, end, next)
			}
			if end > valid {
				t.Fatalf("%q: skips %d, but only %d bytes are valid", text, end, valid)
			}
			if end == 0 && next == 0 && valid > 100 {
				t.Fatalf("%q: skips nothing", text)
			}
			skipped += end
			if n := plain.Len(text); n > valid || n < len(text) && n < valid && strings.IndexByte(string(text[n:n+1]), 'a') == 0 {
				t.Fatalf("%q: the plain text has %d bytes", text, n)
			}
		}
		if skipped < 100_000 {
			t.Errorf("only %d bytes have been skipped", skipped)
		}
	})
}
