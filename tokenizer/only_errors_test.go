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

// With OnlyErrors, PeekKind returns the kind of a name that Next returns after an error, and 0 otherwise.
func TestPeekKindWithOnlyErrors(t *testing.T) {
	long := "[" + strings.Repeat(`"text",`, 1000)
	for _, text := range []string{"[1,2]", `[1,2 3,"a"]`, `{"a":1,"a":[2],"b":[1 2]}`, long + "1]", long + `{"a":1,"a":2} 3]`} {
		want := strings.Join(errorTexts(New([]byte(text), OnlyErrors(), UniqueNames())), "\n")
		for name, tokens := range map[string]*Tokenizer{
			"memory": New([]byte(text), OnlyErrors(), UniqueNames()), "stream": NewReader(strings.NewReader(text), OnlyErrors(), UniqueNames()),
		} {
			var got []string
			for {
				kind := tokens.PeekKind()
				token, err := tokens.Next()
				if kind != token.Kind() {
					t.Errorf("%.40s: %s: PeekKind returns %q before %q, %v", text, name, kind, token.Raw(), err)
				}
				e, ok := err.(*SyntaxError)
				if ok {
					got = append(got, e.Error()+" "+pointerOf(e))
				} else if err == nil {
					got = append(got, string(token.Raw())+" "+tokens.Pointer())
				} else {
					break
				}
			}
			if got := strings.Join(got, "\n"); got != want {
				t.Errorf("%.40s: %s: %s, want %s", text, name, got, want)
			}
		}
	}
}
