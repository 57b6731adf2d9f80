package index

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// IsScalar and IsString accept what encoding/json accepts, and know all literals, short numbers, and strings, except that IsScalar does not
// know lone surrogates and long strings with escapes.
func TestIsScalar(t *testing.T) {
	least := 40 // shorter strings need not be known
	if _, known := jsonsimd.Valid([]byte(`"`+strings.Repeat("x", least)+`"`), 1); !known {
		least = 200 // there is no kernel for short documents
	}
	check := func(text string) {
		t.Helper()
		got, valid := IsScalar([]byte(text)), json.Valid([]byte(text)) && utf8.ValidString(text)
		isBare := valid && strings.TrimSpace(text) == text && text[0] != '[' && text[0] != '{'
		isKnown := !strings.Contains(text, `\ud`) && (len(text) <= 128 || text[0] == '"' && !strings.Contains(text, `\`))
		if got && !valid || isBare && isKnown && !got {
			t.Fatalf("%q: %v, valid: %v", text, got, valid)
		}
		if got := IsString([]byte(text)); got && !isBare || isBare && len(text) > least && text[0] == '"' && !got && hasKernel(1) {
			t.Fatalf("%q: %v, valid: %v", text, got, valid)
		}
	}
	parts := []string{"", `"`, `\`, "-", "0", "1", "9", ".", "e", "E", "+", "true", "false", "null", "nul", " ", "\n", "\x1f", "\x7f", "a", "é", "\x80", `\n`, `\u00e9`, `\ud83d`, `\ude00`, "[", "{", ","}
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
		n := rng.IntN([]int{140, 300, 6000}[rng.IntN(80)/39])
		text := []byte(strings.Repeat("x", n))
		for range rng.IntN(3) {
			if n > 0 {
				at := rng.IntN(n)
				copy(text[at:], []string{string(rune(rng.IntN(256))), "\x80", "é", `\u00e9`, `\`, `\n`}[rng.IntN(6)])
			}
		}
		check(`"` + string(text) + `"`)
		check(strings.Repeat("7", n) + []string{"", ".5", "e9", "x", "-"}[rng.IntN(5)])
	}
}
