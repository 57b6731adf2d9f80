package suspects

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint/internal/ruleset"
)

var largeExponent = regexp.MustCompile(`(^|[:,[ \t\r\n])[-0-9.]*[0-9][eE][+-]?[0-9]{3,}($|[],} \t\r\n])`)

// TestHasLargeExponent compares hasLargeExponent with a regular expression, at
// every offset and among random bytes.
func TestHasLargeExponent(t *testing.T) {
	for _, number := range []string{"1e100", "-7.5E+999", "12e-400", "0E0001"} {
		for before := range 80 {
			text := []byte("[" + strings.Repeat(" ", before) + number + "]" + strings.Repeat(" ", before%7))
			if !hasLargeExponent(text, 0, len(text)) || Find(text, most) != ruleset.Of(ruleset.NumberRange) {
				t.Errorf("%q", text)
			}
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 20_000 {
		text := make([]byte, rng.IntN(70))
		for i := range text {
			if text[i] = "0123456789eE+-., "[rng.IntN(17)]; rng.IntN(50) == 0 {
				text[i] = byte(rng.Uint32())
			}
		}
		want := largeExponent.Match(text)
		if got := hasLargeExponent(text, 0, len(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if want {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("%d found", found)
	}
}

func TestHasManyDigits(t *testing.T) {
	for n := 190; n < 420; n++ {
		for _, before := range []int{0, 1, 99, 100, 150, 199, 200, 201, 399} {
			text := bytes.Join([][]byte{bytes.Repeat([]byte(" "), before), bytes.Repeat([]byte("7"), n), []byte(" ")}, nil)
			if got := hasManyDigits(text); got != (n >= 200) {
				t.Errorf("%d digits after %d bytes: %v", n, before, got)
			}
		}
	}
}
