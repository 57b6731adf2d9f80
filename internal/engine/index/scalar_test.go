package index

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// IsScalar accepts what encoding/json accepts, and knows all short numbers, literals, and plain strings.
func TestIsScalar(t *testing.T) {
	check := func(text string) {
		t.Helper()
		got, valid := IsScalar([]byte(text)), json.Valid([]byte(text)) && utf8.ValidString(text)
		isPlain := valid && len(text) <= 128 && strings.TrimSpace(text) == text && !strings.Contains(text, `\`) &&
			text[0] != '[' && text[0] != '{' && strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
		if got && !valid || isPlain && !got {
			t.Fatalf("%q: %v, valid: %v", text, got, valid)
		}
	}
	parts := []string{"", `"`, `\`, "-", "0", "1", "9", ".", "e", "E", "+", "true", "false", "null", "nul", " ", "\n", "\x1f", "\x7f", "a", "é", "\x80", "[", "{", ","}
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				check(a + b + c)
				check(`"` + a + b + c + `"`)
			}
		}
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 100_000 {
		n := rng.IntN(140)
		text := []byte(strings.Repeat("x", n))
		for range rng.IntN(3) {
			if n > 0 {
				text[rng.IntN(n)] = byte(rng.IntN(256))
			}
		}
		check(`"` + string(text) + `"`)
		check(strings.Repeat("7", n) + []string{"", ".5", "e9", "x", "-"}[rng.IntN(5)])
	}
}
