package tokenizer

import (
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Kernels find the same errors and tokens as the scanner in documents that are deeper than usual.
func TestDeeperThanUsual(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	valid := 0
	documents := 40
	if longtest.Off() {
		documents = 12
	}
	for range documents {
		doc, depth := deepDocument(rng)
		for range rng.IntN(3) {
			doc[rng.IntN(len(doc))] = "[]{}\",:1 "[rng.IntN(9)]
		}
		limit := MaxDepth([]int{1 << 30, depth, depth - 1, depth / 2}[rng.IntN(4)])
		jsonsimd.Use(false)
		want := Check(doc, limit)
		wantTokens, wantErr := readTokens(New(doc, limit))
		jsonsimd.Use(true)
		if want == nil {
			valid++
		}
		if got := Check(doc, limit); described(got) != described(want) {
			t.Fatalf("Check, depth %d: %.300s, want %.300s", depth, described(got), described(want))
		}
		tokens, err := readTokens(New(doc, limit))
		if !slices.Equal(tokens, wantTokens) || described(err) != described(wantErr) {
			t.Fatalf("depth %d: %d tokens, %.300s; want %d tokens, %.300s", depth, len(tokens), described(err), len(wantTokens), described(wantErr))
		}
	}
	if valid < documents/12 {
		t.Errorf("only %d documents are valid", valid)
	}
}

// deepDocument returns a document that goes deep once or twice, and its depth.
func deepDocument(rng *rand.Rand) (doc []byte, depth int) {
	most := jsonsimd.MaxNesting - 100 + rng.IntN(3*jsonsimd.MaxNesting)
	var closing []byte
	for range 1 + rng.IntN(2) {
		for len(closing) < most {
			opener := []string{"[", `{"a":`, "[1,", `{"b":[],"":`}[rng.IntN(4)]
			doc = append(doc, opener...)
			closing = append(closing, opener[0]+2)
		}
		doc = append(doc, "true"...)
		for n := len(closing) - rng.IntN(most); len(closing) > n; closing = closing[:len(closing)-1] {
			doc = append(doc, closing[len(closing)-1])
		}
		doc = append(doc, `,`...)
		if closing[len(closing)-1] == '}' {
			doc = append(doc, `"":`...)
		}
	}
	doc = append(doc, "[]"...)
	slices.Reverse(closing)
	return append(doc, closing...), most
}

// readTokens returns all tokens of a document in memory, and the error after them.
func readTokens(tokens *Tokenizer) (all []Token, err error) {
	for {
		token, err := tokens.Next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return all, err
		}
		all = append(all, token)
	}
}
