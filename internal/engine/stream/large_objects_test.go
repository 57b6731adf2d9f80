package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// Errors in and around large objects are the same as in memory, however the names are compared.
func TestErrorsAroundLargeObjects(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 8))
		for _, rule := range []option{iJSON, uniqueNames} {
			for _, segment := range []int{jsonsimd.IndexUnit, 5000, 1 << 20} {
				c := small(segment, flaw.DetectedAround, rule)
				for range 200 {
					b := jsontest.LargeObjects(rng)
					checkStream(t, c, jsontest.PiecesOf(b, 1+rng.IntN(5000), rng), b, rule)
				}
			}
		}
	})
}

// If equal names are the only errors, Repeats returns names with which Check reports the first of these errors, as it does without
// them. A document whose names seem to be unique has no repeats.
func TestRepeats(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 9))
		known, unknown := 0, 0
		for range 1500 {
			b := jsontest.LargeObjects(rng)
			config := configOf([]option{iJSON, uniqueNames}[rng.IntN(2)])
			config.Segment = []int{jsonsimd.IndexUnit, 5000, 1 << 20}[rng.IntN(3)]
			config.ReadAhead, config.Names = rng.IntN(2) == 0, []Comparison{ByKeysLate, Gathered}[rng.IntN(2)]
			repeats, err := Repeats(t.Context(), jsontest.PiecesOf(b, 1+rng.IntN(5000), rng), config)
			want := Check(t.Context(), bytes.NewReader(b), config)
			plain := config
			plain.UniqueNames = false
			isOnly := kindOf(want) == flaw.DuplicateName && Verdict(t.Context(), bytes.NewReader(b), plain) == nil
			if (err == nil) != (want == nil) || repeats != nil && !isOnly || repeats == nil && isOnly && config.Names == Gathered && len(b) > least {
				t.Fatalf("error %v, want %v; repeats are known: %t, of a text with no other errors: %t; %.300q", err, want, repeats != nil, isOnly, b)
			}
			if repeats == nil {
				unknown++
				continue
			}
			known++
			config.Only = repeats
			if got := Check(t.Context(), jsontest.PiecesOf(b, 1+rng.IntN(5000), rng), config); describe(got) != describe(want) {
				t.Fatalf("%s with repeats, want %s; %.300q", describe(got), describe(want), b)
			}
		}
		if known < 100 || unknown < 100 {
			t.Errorf("repeats are known %d times, and not known %d times", known, unknown)
		}
	})
}
