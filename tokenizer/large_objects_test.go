package tokenizer

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/keys"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// A file is checked again if names seem to be equal. If all names have the same hash, this is the case
// for every large object, and the results must not change.
func TestHashCollisionsInFiles(t *testing.T) {
	seed := keys.Seed
	defer func() { keys.Seed = seed }()
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 9))
		for range 150 {
			b := jsontest.LargeObjects(rng)
			keys.Seed = seed
			want := reportOf(Check(b, IJSON()))
			keys.Seed = [2]uint64{}
			if got := reportOf(CheckReader(context.Background(), jsontest.FileOf(b), IJSON())); got != want {
				t.Fatalf("got %s, want %s: %.300q", got, want, b)
			}
			if valid, err := ValidReader(context.Background(), jsontest.FileOf(b), IJSON()); err != nil || valid != (want == "<nil>") {
				t.Fatalf("valid: %t, %v, want %s: %.300q", valid, err, want, b)
			}
		}
	})
}
