package tokenizer

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// errorTexts returns the errors of a Tokenizer in words, and the names that it returns after
// duplicate-name errors.
func errorTexts(t *Tokenizer) (all []string) {
	duplicate := false
	for {
		token, err := t.Next()
		e, ok := err.(*SyntaxError)
		switch {
		case ok:
			all = append(all, e.Error()+" "+pointerOf(e))
			duplicate = e.Kind == DuplicateName
			continue
		case err == io.EOF:
			return all
		case duplicate:
			all = append(all, string(token.Raw())+" "+t.Pointer())
		}
		duplicate = false
	}
}

// OnlyErrors does not change which errors are reported.
func TestOnlyErrors(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 400
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(33, 34))
		for round := range rounds {
			b := []byte(jsontest.Nested(rng, 100<<rng.IntN(9)))
			if round%2 == 0 {
				b = jsontest.NewNamer(rng).Document()
			}
			for range rng.IntN(4) {
				if len(b) > 0 {
					b = jsontest.Wreck(rng, b)
				}
			}
			rules := JoinOptions(approachOptions[round%4]...)
			opts, fast := []TokenizerOption{rules, KeepGoing()}, []TokenizerOption{rules, OnlyErrors()}
			want := strings.Join(errorTexts(New(b, opts...)), "\n")
			if got := strings.Join(errorTexts(New(b, fast...)), "\n"); got != want {
				t.Fatalf("round %d, in memory:\n got %s\nwant %s\n%q", round, got, want, b)
			}
			if got := strings.Join(errorTexts(NewReader(jsontest.PiecesOf(b, 3000, rng), fast...)), "\n"); got != want {
				t.Fatalf("round %d, from a reader:\n got %s\nwant %s\n%q", round, got, want, b)
			}
		}
	})
}
