package syntax_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// IsNumber agrees with encoding/json about texts of the characters of numbers.
func TestIsNumber(t *testing.T) {
	const alphabet = "0123456789012345678901234567890000000-+.eE:/ \x80"
	rng := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 300_000 {
		b := make([]byte, rng.IntN(24))
		few := 1 + rng.IntN(len(alphabet))
		for i := range b {
			b[i] = alphabet[rng.IntN(few)]
		}
		if len(b) > 3 && rng.IntN(2) == 0 {
			b[rng.IntN(len(b))] = ".eE-+"[rng.IntN(5)]
		}
		want := json.Valid(b) && (b[0] == '-' || b[0] >= '0') && b[len(b)-1] != ' '
		if want {
			valid++
		}
		if got := syntax.IsNumber(string(b)); got != want {
			t.Fatalf("%q: %v", b, got)
		}
	}
	if valid < 1000 {
		t.Errorf("only %d numbers are valid", valid)
	}
}
