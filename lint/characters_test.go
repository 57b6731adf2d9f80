package lint

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// TestInString checks suspects.InString, which decides whether a string is passed to the rules for
// characters. It must be true for every string that contains a character that these rules look for.
func TestInString(t *testing.T) {
	parts := []string{
		"a", "text ", "\x7F", "\x7E", "é", "漢字", "😀", "\u0080", "\u009F", "\u00A0", "\u202A", "\u202F", "\u2066", "\u2065", "\uFFFE", "\uFDD0", "\uFDCF", "\U0001FFFF", "\U0001FFFD",
		`\n`, `\\`, `\"`, `\u0041`, `\u0000`, `\u001f`, `\u007F`, `\u0085`, `\u00e9`, `\u202e`, `\u202f`, `\u2069`, `\ufffe`, `\ufdd0`, `\ud83d\ude00`, `\udbff\udfff`, `\ud83f\udffd`, `\ud800`, `\udc00`, `\uDFFE`,
	}
	rng := rand.New(rand.NewPCG(81, 82))
	seen, passed := 0, 0
	for range 200_000 {
		body := []byte{}
		few := 1 + rng.IntN(len(parts))
		for range rng.IntN(6) {
			body = append(body, parts[rng.IntN(few)]...)
		}
		token, err := tokenizer.New([]byte(`"` + string(body) + `"`)).Next()
		if err != nil {
			t.Fatal(err)
		}
		want := false
		characters(token, func(c character) {
			want = want || c.lone || suspects.IsControl(c.rune) || suspects.IsBidi(c.rune) || scan.IsNoncharacter(c.rune)
		})
		if got := suspects.InString(token.Body(), token.Escaped()); want && !got {
			t.Fatalf("%s: %v", body, got)
		} else if got && !want {
			passed++
		}
		if want {
			seen++
		}
	}
	if seen < 50_000 || passed > 500 {
		t.Errorf("%d strings have suspects; %d others are passed on", seen, passed)
	}
}
