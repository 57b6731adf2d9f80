package tokenizer

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// unbracketed returns a list of documents without brackets around it, some of which are invalid. The
// list begins where the kernels may be used for it.
func unbracketed(rng *rand.Rand) []byte {
	b := append(bytes.Repeat([]byte(" "), 4096), "; 0"...)
	for n := len(b) + rng.IntN(20_000); len(b) < n; {
		b = append(b, []string{",", ",\n", " , ", "\n", ",,", "],", ": ,"}[min(rng.IntN(60), 6)*rng.IntN(2)]...)
		var one []byte
		switch rng.IntN(6) {
		case 0:
			one = []byte([]string{"1.5e3", "null", `"a\"]"`, "[]", "{}", `"é"`, "[[1],[2]]"}[rng.IntN(7)])
		case 1:
			one = bytes.Clone(jsontest.NewNamer(rng).Document())
		case 2:
			one = []byte(jsontest.Nested(rng, 1+rng.IntN(300)))
		default:
			one = []byte(`{"id": 124825, "user": "dxwl", "tags": ["dxl \u00e9", []], "active": false}`)
		}
		if rng.IntN(100) == 0 {
			one = jsontest.Wreck(rng, one)
		}
		b = append(b, bytes.TrimSpace(one[:min(len(one), 3000)])...)
	}
	if rng.IntN(2) == 0 {
		b = append(b, " ] "...)
	}
	return b
}

// The kernels check a list without brackets around it. The tokens and errors are the same as without
// kernels.
func TestListsWithoutBrackets(t *testing.T) {
	documents := 600
	if longtest.Off() {
		documents = 60
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 11))
		for range documents {
			b := unbracketed(rng)
			opts := []TokenizerOption{KeepGoing()}
			if rng.IntN(2) == 0 {
				opts = []TokenizerOption{OnlyErrors()}
			}
			if rng.IntN(2) == 0 {
				opts = append(opts, UniqueNames())
			}
			want := eventsOf(New(b, append(opts, MaxDepth(1<<30))...), 0)
			if got := eventsOf(New(b, opts...), 0); got != want {
				t.Fatalf("%q in memory:\n%s", b, differenceOf(got, want))
			}
			opts = append(opts, Chunk(1+rng.IntN(9000)))
			if got := eventsOf(NewReader(jsontest.PiecesOf(b, 5000, rng), opts...), 0); got != want {
				t.Fatalf("%q from a reader:\n%s", b, differenceOf(got, want))
			}
		}
	})
}

// differenceOf returns the first lines that differ.
func differenceOf(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(g)-1 && i < len(w)-1 && g[i] == w[i] {
		i++
	}
	return g[i] + "\nwant\n" + w[i]
}
