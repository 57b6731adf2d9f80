package records_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

var (
	damagedFiles = flag.Int("damaged", 0, "number of damaged files for TestSalvageAtRandom; 0 for the usual number")
	damageSeed   = flag.Uint64("seed", 1, "seed of the damaged files")
)

// Salvage agrees with the oracle on damaged files. In files in which only objects are records and
// nothing is limited, it also finds all whole records and no others, except those that the
// documentation of Salvage mentions.
func TestSalvageAtRandom(t *testing.T) {
	n := 40_000
	if longtest.Off() {
		n = 4000
	}
	if *damagedFiles > 0 {
		n = *damagedFiles
	}
	rng := rand.New(rand.NewPCG(*damageSeed, 61))
	var j judgement
	for i := range n {
		d := damager{Rand: rng}
		var r salvageRules
		if i%4 == 0 {
			r = randomSalvageRules(rng)
			d.kinds = r.kinds
		}
		input := d.file()
		all := r.check(t, input, i%16 != 0)
		if r != (salvageRules{}) {
			continue
		}
		if complaints := d.judge(&j, all); complaints != nil {
			t.Fatalf("file %d: %q\n%q", i, complaints, input)
		}
	}
	t.Logf("%+v", j)
	if n >= 4000 && (j.found*10 < j.whole*9 || j.exposed*200 > j.found) {
		t.Errorf("too many exceptions: %+v", j)
	}
}

func randomSalvageRules(rng *rand.Rand) salvageRules {
	r := salvageRules{kinds: salvageKinds[rng.IntN(3)], unique: rng.IntN(4) == 0, ijson: rng.IntN(4) == 0}
	if rng.IntN(3) == 0 {
		r.maxRecord = 1 + rng.IntN(60)
	}
	if rng.IntN(3) == 0 {
		r.maxDepth = 1 + rng.IntN(4)
	}
	return r
}
