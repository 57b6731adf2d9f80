package lint

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/longtest"
)

// TestPrecisionOfIntegers compares the rule with exact arithmetic on integers.
func TestPrecisionOfIntegers(t *testing.T) {
	l := New(Options{Severities: map[string]Severity{"number-precision": Error}})
	rng := rand.New(rand.NewPCG(5, 6))
	n := 5000
	if longtest.Off() {
		n = 500
	}
	kept := 0
	for range n {
		integer := new(big.Int).Lsh(big.NewInt(rng.Int64N(1<<54)), uint(rng.IntN(200)))
		integer.Add(integer, big.NewInt(rng.Int64N(3)/2))
		text := integer.String()
		value, _ := strconv.ParseFloat(text, 64)
		exact, _ := big.NewFloat(value).Int(nil)
		shortest, _ := new(big.Float).SetPrec(500).SetString(strconv.FormatFloat(value, 'g', -1, 64))
		written, _ := shortest.Int(nil)
		want := exact.Cmp(integer) != 0 && written.Cmp(integer) != 0
		if found := len(l.Check([]byte(text)).Diagnostics) > 0; found != want {
			t.Errorf("%s: found %v, want %v", text, found, want)
		}
		if !want {
			kept++
		}
	}
	if kept < n/10 || kept > n*9/10 {
		t.Errorf("%d of %d keep their value", kept, n)
	}
}

// TestPrecisionOfManyDigits tries the binary64 number with the most digits, and decimal numbers
// close to that number.
func TestPrecisionOfManyDigits(t *testing.T) {
	l := New(Options{Severities: map[string]Severity{"number-precision": Error}})
	const largestSubnormal = 0x0.fffffffffffffp-1022
	exact := strconv.FormatFloat(largestSubnormal, 'e', mostDigits-1, 64)
	digits, exponent, _ := strings.Cut(exact, "e")
	for text, want := range map[string]bool{
		exact:                                false,
		digits + "0e" + exponent:             false,
		digits + "1e" + exponent:             true,
		digits[:mostDigits] + "e" + exponent: true,
	} {
		if found := len(l.Check([]byte(text)).Diagnostics) > 0; found != want {
			t.Errorf("%.20s...%s: found %v", text, text[len(text)-10:], found)
		}
	}
}
