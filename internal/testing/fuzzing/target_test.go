package fuzzing

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

var seeds = [][]any{
	{[]byte(`{"a":[1,2]}`), "text", true, 1.5, float32(2.5), -3, uint8(255)},
	{[]byte{}, "", false, 0.0, float32(0), 0, uint8(0)},
}

func mutants(n int) (all [][]any) {
	m := mutator{rand.New(rand.NewPCG(1, 2))}
	for range n {
		all = append(all, m.mutant(seeds))
	}
	return all
}

// The mutants depend only on the seeds. They leave the seeds as they are, and keep their types.
func TestMutantsAreTheSame(t *testing.T) {
	before := fmt.Sprint(seeds)
	all := mutants(10_000)
	if !reflect.DeepEqual(all, mutants(10_000)) {
		t.Error("the second time, the mutants are others")
	}
	if fmt.Sprint(seeds) != before {
		t.Errorf("the seeds have become %v", seeds)
	}
	for _, mutant := range all {
		for i, v := range mutant {
			if reflect.TypeOf(v) != reflect.TypeOf(seeds[0][i]) {
				t.Fatalf("value %d is a %T", i, v)
			}
		}
	}
}

// Each value of a seed changes in many mutants, and each kind of change occurs.
func TestMutantsDiffer(t *testing.T) {
	distinct := make([]map[string]bool, len(seeds[0]))
	for i := range distinct {
		distinct[i] = map[string]bool{}
	}
	for _, mutant := range mutants(10_000) {
		for i, v := range mutant {
			distinct[i][fmt.Sprint(v)] = true
		}
	}
	for i, want := range []int{2000, 1500, 2, 1500, 1500, 1500, 256} {
		if got := len(distinct[i]); got < want {
			t.Errorf("value %d: %d distinct values, want at least %d", i, got, want)
		}
	}
}

// The number of mutants comes from the environment, and a target without the variable has its seeds, unless go test -fuzz looks for
// other inputs.
func FuzzTarget(f *testing.F) {
	target := Of(f)
	searches := flag.Lookup("test.fuzz").Value.String() != ""
	texts := []string{"a", "b"}
	for _, s := range texts {
		target.Add(s, 7)
	}
	target.Fuzz(func(t *testing.T, s string, n int) {
		if target.mutants == 0 && !searches && (n != 7 || !slices.Contains(texts, s)) {
			t.Errorf("%q, %d is not a seed", s, n)
		}
	})
}

func TestNumbersOfMutants(t *testing.T) {
	for value, want := range map[string]int{"": 0, "1000": 1000} {
		t.Setenv(Variable, value)
		if got := Of(nil).mutants; got != want {
			t.Errorf("%q: %d mutants, want %d", value, got, want)
		}
	}
	for _, value := range []string{"yes", "0", "-1", "1e3"} {
		t.Setenv(Variable, value)
		if !panics(func() { Of(nil) }) {
			t.Errorf("no panic for %q", value)
		}
	}
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}
