package stream

import (
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
