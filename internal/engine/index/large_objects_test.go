package index_test

import (
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/keys"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// The names of large objects are compared when the objects end. A name that its object already has is
// nevertheless reported before an error that comes later, and is not reported if another error comes
// first, wherever both are in the windows of the kernels.
func TestErrorsAroundLargeObjectsLikeScanner(t *testing.T) {
	checkLargeObjects(t, 3000/longtest.OneIn(10))
}

// The results stay the same if all names have the same hash, so that the names of every large object seem
// to be equal.
func TestHashCollisionsLikeScanner(t *testing.T) {
	defer func(seed [2]uint64) { keys.Seed = seed }(keys.Seed)
	keys.Seed = [2]uint64{}
	checkLargeObjects(t, 100)
}

func checkLargeObjects(t *testing.T, rounds int) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 7))
		for range rounds {
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
