package keys

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A Set finds the first key that it already has, as a map does, however many keys there are.
func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 26))
	var set Set
	for range 300 {
		set.Clear()
		seen := map[uint64]bool{}
		from := uint64(1) << (4 + rng.IntN(20))
		for len(seen) < rng.IntN(1<<rng.IntN(17)) {
			keys := make([]uint64, rng.IntN(1+rng.IntN(5000)))
			for i := range keys {
				keys[i] = rng.Uint64N(from)
			}
			want := slices.IndexFunc(keys, func(key uint64) bool {
				was := seen[key]
				seen[key] = true
				return was
			})
			if want < 0 {
				want = len(keys)
			}
			if got := set.Add(keys); got != want || set.count != len(seen) {
				t.Fatalf("added %d of %d keys to %d, want %d", got, len(keys), len(seen), want)
			}
			if want < len(keys) {
				break
			}
		}
	}
}

// Runs find two equal keys wherever they are.
func TestRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 26))
	var runs Runs
	unique := func(keys []uint64) bool {
		defer runs.Clear()
		first := rng.IntN(2) * rng.IntN(len(keys)+1)
		for some := range slices.Chunk(keys[:first], 1+rng.IntN(2*RunLength)) {
			runs.Add(some)
		}
		return runs.Repeated(keys[first:], nil) == nil
	}
	for _, count := range []int{0, 1, 2, 100, RunLength - 1, RunLength, RunLength + 1, 2 * RunLength, 100_000} {
		keys := make([]uint64, count)
		for i := range keys {
			keys[i] = uint64(i) << rng.IntN(30) << 20 >> 20 // many keys are alike
			keys[i] = keys[i]<<17 | uint64(i)
		}
		for range 10 {
			if !unique(keys) {
				t.Fatalf("two of %d different keys are taken for equal", count)
			}
			if count < 2 {
				continue
			}
			i, j := rng.IntN(count-1), count-1
			if rng.IntN(2) == 0 {
				i, j = j, i
			}
			was := keys[i]
			if keys[i] = keys[j]; unique(keys) {
				t.Fatalf("the keys %d and %d of %d are not found equal", i, j, count)
			}
			keys[i] = was
		}
	}
}

// A distinction agrees with a map, even if all hashes have the same slot in the first round.
func TestDistinction(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 26))
	var d distinction
	for range 3000 {
		from := uint64(1) << rng.IntN(24)
		shift, skip := rng.IntN(40), rng.IntN(2)*partBits
		hashes := make([]uint64, rng.IntN(1+rng.IntN(2000)))
		want := true
		seen := map[uint64]bool{}
		for i := range hashes {
			hashes[i] = rng.Uint64N(from) << shift >> skip
			want = want && !seen[hashes[i]]
			seen[hashes[i]] = true
		}
		was := slices.Clone(hashes)
		if got := d.areDistinct(hashes, skip); got != want {
			t.Fatalf("%d hashes, %d of them different: got %t", len(hashes), len(seen), got)
		}
		if !slices.Equal(hashes, was) {
			t.Fatal("the hashes have changed")
		}
	}
}

// Repeated has all keys that occur twice, and hardly any other, however the keys are divided into runs and sets.
func TestRepeated(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 26))
	for range 200 {
		counts := map[uint64]int{}
		var found *Repeated
		for range 1 + rng.IntN(3) {
			var runs Runs
			keys := make([]uint64, rng.IntN(1+rng.IntN(4*RunLength)))
			for i := range keys {
				keys[i] = rng.Uint64()
				if i > 0 && rng.IntN(1+rng.IntN(10_000)) == 0 {
					keys[i] = keys[rng.IntN(i)]
					counts[keys[i]]++
				}
				counts[keys[i]] += 0
			}
			first := rng.IntN(2) * rng.IntN(len(keys)+1)
			runs.Add(keys[:first])
			if rng.IntN(2) == 0 {
				found = runs.Repeated(keys[first:], found)
			} else {
				found = found.Join(runs.Repeated(keys[first:], nil))
			}
		}
		if rng.IntN(2) == 0 {
			key := rng.Uint64()
			counts[key]++
			found = found.With(key)
		}
		others := 0
		for key, count := range counts {
			switch {
			case count > 0 && !found.Has(key):
				t.Fatalf("the key %x is not found, which occurs %d times", key, count+1)
			case count == 0 && found != nil && found.Has(key):
				others++
			}
		}
		if others > 2 {
			t.Fatalf("%d keys are taken for equal to others", others)
		}
	}
}

// A set of very many repeated keys has every key, and takes little memory.
func TestManyRepeatedKeys(t *testing.T) {
	var sets [2]*Repeated
	for i := range mostRepeated + 2 {
		sets[i%2] = sets[i%2].With(uint64(i))
	}
	if sets[0].Has(1 << 40) {
		t.Error("half of the keys are already too many")
	}
	all := sets[0].Join(sets[1]).With(1 << 50)
	for _, key := range []uint64{0, 1, mostRepeated, 1 << 40, 1 << 50} {
		if !all.Has(key) {
			t.Errorf("the key %d is not in the set", key)
		}
	}
	if len(all.hashes) > mostRepeated {
		t.Errorf("%d keys are stored", len(all.hashes))
	}
}
