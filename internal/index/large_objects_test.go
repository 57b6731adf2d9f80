package index_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/jsontest"
)

// The names of large objects are compared when the objects end. A name that its object already has is
// nevertheless reported before an error that comes later, and is not reported if another error comes
// first, wherever both are in the windows of the kernels.
func TestErrorsAroundLargeObjectsLikeScanner(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 7))
		for range 3000 {
			b := jsontest.LargeObjects(rng)
			rules := ijsonRules()
			rules.IJSON = rng.IntN(2) == 0
			switch rng.IntN(4) {
			case 0:
				rules.MaxDepth = 1 + rng.IntN(5)
			case 1:
				rules.MaxMembers, rules.Counting = rng.IntN(1200), true
			}
			checkLikeScanner(t, rules, b)
		}
	})
}
