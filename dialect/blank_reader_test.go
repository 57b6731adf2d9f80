package dialect

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// If a reader makes valid JSON of a text, so does Lower, and the result is the same. In JSONC, it always
// makes valid JSON of a valid text whose comments are short.
func TestBlankReaderIsLower(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 11))
		converted := 0
		check := func(b []byte, d Dialect) {
			size := 64 + rng.IntN(1000)
			r := newBlankReader(jsontest.PiecesOf(b, 300, rng), d)
			r.size = size
			got, err := io.ReadAll(r)
			want, places, errs := lower(b, d, nil)
			if err == nil && tokenizer.Valid(got) {
				converted++
				if !bytes.Equal(got, want) || !places.IsIdentity() || len(errs) > 0 {
					t.Fatalf("size %d: %q in %v is %q, want %q, %v", size, b, d, got, want, errs)
				}
			} else if d == JSONC && tokenizer.Valid(want) && len(errs) == 0 && longestComment(b) < size {
				t.Fatalf("size %d: %q in %v is %q, want %q, %v", size, b, d, got, want, err)
			}
		}
		n := 10_000
		if longtest.Off() {
			n = 1000
		}
		for range n {
			b := randomJWCC(nil, rng, 4)
			for _, d := range dialects[1:] {
				check(b, d)
				i := rng.IntN(len(b))
				mutant := slices.Clone(b)
				mutant[i] = "\"'\\/*,]}[{:\n\r 1\xC3\x80"[rng.IntN(17)]
				check(mutant, d)
				check(slices.Delete(mutant, i, i+1), d)
			}
		}
		if converted < n {
			t.Errorf("%d texts were converted", converted)
		}
	})
}

// longestComment returns the length of the longest comment of b, which must be valid JSONC, or a bound.
func longestComment(b []byte) (longest int) {
	lexer := NewLexer(b, JSONC)
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			return longest
		}
		if token.Kind.IsComment() {
			longest = max(longest, token.End-token.Begin+1) // the end of a comment is known after the next byte
		}
	}
}

func TestBlankReaderFails(t *testing.T) {
	for name, text := range map[string]string{
		"not a comment": "[1, / 2]", "not closed": "[1] /*", "a slash": "[1] /", "invalid UTF-8": "[1] // \xFF\n",
		"cut off": "[1] // é"[:len("[1] // é")-1], "long": "[1] /*" + strings.Repeat("a", blankedSize) + "*/",
	} {
		r := newBlankReader(strings.NewReader(text), JSON5)
		if _, err := io.ReadAll(r); err != errNotBlanked {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The buffer is filled before it is processed, so that a comment that arrives byte by byte is not read
// again for each byte.
func TestBlankReaderFillsBuffer(t *testing.T) {
	text := "[" + strings.Repeat(" ", 2*blankedSize) + "]"
	r := newBlankReader(iotest.OneByteReader(strings.NewReader(text)), JSONC)
	if n, err := r.Read(make([]byte, len(text))); n != blankedSize || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}
