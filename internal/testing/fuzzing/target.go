package fuzzing

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Variable is the name of an environment variable. If it is set, its value is the number of mutants on
// which a [Target] runs instead of its seeds.
const Variable = "ASSAY_MUTANTS"

// A Target is a fuzz target. Its methods Add and Fuzz take the place of those of [testing.F].
type Target struct {
	*testing.F
	mutants int // 0 if the target runs on its seeds
	seeds   [][]any
}

// Of returns the target that f runs. It panics if the environment asks for anything but a positive number
// of mutants, so that a typing mistake is noticed.
func Of(f *testing.F) *Target {
	t := &Target{F: f}
	if v := os.Getenv(Variable); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n <= 0 {
			panic(fmt.Sprintf("%s=%q: the value must be a positive number, or empty", Variable, v))
		}
		t.mutants = n
	}
	return t
}

// Add adds a seed, as [testing.F.Add] does.
func (t *Target) Add(args ...any) {
	if t.mutants > 0 {
		t.seeds = append(t.seeds, args)
	} else {
		t.F.Add(args...)
	}
}

// Fuzz runs the function fn, as [testing.F.Fuzz] does. It fails if there are mutants to be made, but no
// seeds to make them of.
func (t *Target) Fuzz(fn any) {
	t.Helper()
	if t.mutants > 0 && len(t.seeds) == 0 {
		t.Fatal("a fuzz target needs a seed")
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(t.Name()))
	m := mutator{rand.New(rand.NewPCG(hash.Sum64(), 0))}
	for range t.mutants {
		t.F.Add(m.mutant(t.seeds)...)
	}
	t.F.Fuzz(fn)
}
