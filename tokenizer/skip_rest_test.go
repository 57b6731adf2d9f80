package tokenizer

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/longtest"
)

// allErrors returns the texts of all errors, and whether the rest of the document has been skipped after one of them.
func allErrors(t *testing.T, src []byte, skips bool, opts ...TokenizerOption) (errs []string, skipped bool) {
	t.Helper()
	tokens := New(src, append(opts, KeepGoing(), UniqueNames())...)
	if skips {
		bridge.SkipRest(tokens, func(opening, rest []byte) bool {
			valid := Check(slices.Concat(opening, rest), UniqueNames()) == nil
			skipped = skipped || valid
			return valid
		})
	}
	for {
		if _, err := tokens.Next(); err == io.EOF {
			return errs, skipped
		} else if err != nil {
			errs = append(errs, err.Error())
		}
	}
}

// TestRestIsSkipped checks what a Tokenizer looks at in each state, and that names before an error are known.
func TestRestIsSkipped(t *testing.T) {
	space := strings.Repeat(" ", 400)
	for _, c := range []struct {
		before, rest string
		skips        bool
	}{
		{`{"a": [1,, 2,`, `3], "b": 4}`, true},
		{`{"a": [1,, 2`, `, 3], "b": 4}`, true},
		{`{"a": [1,, [`, `3], 4], "b": 4}`, true},
		{`{"a": [1,, {`, `"a": 3}], "b": 4}`, true},
		{`{"a": [1,, {"x"`, `: 3}], "b": 4}`, true},
		{`{"a": [1,, {"x":`, `3}], "b": 4}`, true},
		{`{"a": [1,, {"x": 3`, `}], "b": 4}`, true},
		{`{"a": [1,, {"x": 3,`, `"y": 4}], "b": 4}`, true},
		{`{"a": [1,, {"x": 3,`, `"x": 4}], "b": 4}`, false},
		{`{"a": [1,, {"x": 3,`, `"y": 4}], "a": 4}`, false},
		{`{"a": [1,, {"x": 3}], "b"`, `: 5, "c": 4}`, true},
		{`{"a": [1,, {"x": 3}], "b"`, `: 5, "\u0062": 4}`, false},
		{`{"a": [1,, {"x": 3}], "b"`, `: 5, "c": }`, false},
		{`{"a": [1,, 2,`, `3], "b": 4`, false},
		{`{"a": 0, "c": [1,, {"x": 3},`, `2], "a": 4}`, false},
		{`[1], [2,`, `3]`, false},
	} {
		src := []byte(c.before + space + c.rest + space)
		want, _ := allErrors(t, src, false)
		if got, skipped := allErrors(t, src, true); skipped != c.skips || !slices.Equal(got, want) {
			t.Errorf("%s ... %s: %v, %q, want %q", c.before, c.rest, skipped, got, want)
		}
	}
}

// TestRestsAreSkipped damages documents, and checks that the errors are the same if the Tokenizer skips the rest of
// a document when that is valid. The documents have much white space, because kernels are used only some time after an error.
func TestRestsAreSkipped(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 600
	}
	rng := rand.New(rand.NewPCG(3, 14))
	names, skips := jsontest.NewNamer(rng), 0
	for range rounds {
		src := "[" + string(names.Document()) + ", " + string(names.Document()) + ", " + string(names.Document()) + "]"
		src = strings.ReplaceAll(src, ",", strings.Repeat(" ", rng.IntN(60))+",")
		b := []byte(src)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(b))
			b = slices.Replace(b, at, at+rng.IntN(2), "{}[],:\"x\n0"[rng.IntN(10)])
		}
		for _, opts := range [][]TokenizerOption{nil, {OnlyErrors()}} {
			want, _ := allErrors(t, b, false, opts...)
			got, skipped := allErrors(t, b, true, opts...)
			if !slices.Equal(got, want) {
				t.Fatalf("%q: %q, want %q", b, got, want)
			}
			if skipped {
				skips++
			}
		}
	}
	if skips < rounds/10 {
		t.Errorf("the rest was skipped %d times in %d rounds", skips, rounds)
	}
}
