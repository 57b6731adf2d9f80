package natural_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/files/natural"
)

var digits = regexp.MustCompile("[0-9]+")

// padded gives all numbers in a text the same length, so that comparing their bytes compares their
// values.
func padded(text []byte) []byte {
	return digits.ReplaceAllFunc(text, func(n []byte) []byte { return []byte(strings.Repeat("0", 40-len(n)) + string(n)) })
}

func TestCompare(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	random := func() []byte {
		text := make([]byte, rng.IntN(12))
		for i := range text {
			text[i] = "0012/:a\xc3"[rng.IntN(8)]
		}
		return text
	}
	ties := 0
	for range 200_000 {
		a, b := random(), random()
		want := bytes.Compare(padded(a), padded(b))
		if want == 0 {
			want = bytes.Compare(a, b)
			ties++
		}
		if got := natural.Compare(a, b); got != want {
			t.Fatalf("%q and %q: %d, want %d", a, b, got, want)
		}
	}
	if ties < 1000 {
		t.Errorf("only %d texts differed in nothing but leading zeros", ties)
	}
}

func ExampleCompare() {
	names := [][]byte{[]byte("a10"), []byte("a2"), []byte("b"), []byte("a02")}
	slices.SortFunc(names, natural.Compare)
	fmt.Printf("%s\n", names)
	// Output: [a02 a2 a10 b]
}
