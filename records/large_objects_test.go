package records_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Records with large objects, duplicate names and other errors have the same errors as documents of their
// own, although many records are checked together.
func TestLargeObjectsInRecords(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 10))
		for range 60 {
			var text []byte
			for range 1 + rng.IntN(30) {
				one := bytes.TrimSpace(jsontest.LargeObjects(rng))
				if len(one) == 0 || rng.IntN(2) == 0 {
					one = []byte(`{"a":1}`)
				}
				text = append(append(text, one...), '\n')
			}
			n := 0
			for r := range records.All(text, records.Each(tokenizer.UniqueNames())) {
				n++
				want, _ := tokenizer.Check(r.Data, tokenizer.UniqueNames()).(*tokenizer.SyntaxError)
				got := r.Err()
				if r.Valid() != (want == nil) || (got == nil) != (want == nil) || want != nil && (got.Offset != want.Offset || got.Kind != want.Kind) {
					t.Fatalf("record %d of %d bytes: %v, want %v", n, len(r.Data), got, want)
				}
			}
			if lines := bytes.Count(text, []byte("\n")); n != lines {
				t.Errorf("%d records, want %d", n, lines)
			}
		}
	})
}
