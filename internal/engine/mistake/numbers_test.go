package mistake

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// A number with commas is that of a regular expression.
func TestGroupedLen(t *testing.T) {
	grouped := regexp.MustCompile(`^-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?`)
	pieces := []string{"1", "23", "456", "7890", ",", ",123", ",000", ".", "-", " ", "é"}
	rng := rand.New(rand.NewPCG(1, 1))
	found := 0
	for range 50_000 {
		s := ""
		for range 1 + rng.IntN(7) {
			s += pieces[rng.IntN(len(pieces))]
		}
		want := grouped.FindString(s)
		if got := s[:groupedLen([]byte(s))]; got != want {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
		if want != "" {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d numbers have commas", found)
	}
}
