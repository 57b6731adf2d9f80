package suspects

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/tokenizer"
)

// depthOf is the oracle of IsShallow.
func depthOf(t *testing.T, b []byte) (depth int) {
	t.Helper()
	for token, err := range tokenizer.New(b).All() {
		if err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if kind := token.Kind(); kind == tokenizer.BeginArray || kind == tokenizer.BeginObject {
			depth = max(depth, token.Depth()+1)
		}
	}
	return depth
}

// randomNest returns a document with nested containers, and with brackets in strings.
func randomNest(rng *rand.Rand) []byte {
	texts := []string{`"]"`, `"[{\""`, `"\\"`, `"}\\\"["`, `"` + strings.Repeat(`\\`, 40) + `["`, `"` + strings.Repeat(`\"[`, 30) + `"`, `"` + strings.Repeat("x", 60) + `"`}
	text := func() string { return texts[rng.IntN(len(texts))] }
	b, open, isEmpty := []byte("["), []byte("]"), true
	for range rng.IntN(80) {
		if len(open) > 1 && rng.IntN(3) == 0 {
			b, open, isEmpty = append(b, open[len(open)-1]), open[:len(open)-1], false
			continue
		}
		if !isEmpty {
			b = append(b, ',')
		}
		if open[len(open)-1] == '}' {
			b = append(append(b, text()...), ':')
		}
		isEmpty = false
		switch rng.IntN(4) {
		case 0:
			b = append(b, text()...)
		case 1:
			b, open, isEmpty = append(b, '{'), append(open, '}'), true
		default:
			b, open, isEmpty = append(b, '['), append(open, ']'), true
		}
	}
	for i := range open {
		b = append(b, open[len(open)-1-i])
	}
	return b
}

func TestIsShallow(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(16, 17))
		for range 3000 {
			b := randomNest(rng)
			depth := depthOf(t, b)
			for limit := max(depth-2, 1); limit < depth+2; limit++ {
				if got := IsShallow(b, limit); got != (depth <= limit) {
					t.Fatalf("%s has %d levels: %v for %d", b, depth, got, limit)
				}
			}
		}
	})
}
