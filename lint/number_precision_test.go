package lint

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
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

// TestPrecisionOfDecimals compares the rule with exact arithmetic on numbers with all kinds of
// fractions and exponents.
func TestPrecisionOfDecimals(t *testing.T) {
	l := New(Options{Severities: map[string]Severity{"number-precision": Error}})
	rng := rand.New(rand.NewPCG(7, 8))
	n := 20_000
	if longtest.Off() {
		n = 2000
	}
	kept := 0
	for range n {
		text := someDecimal(rng)
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || value == 0 {
			continue
		}
		number, _ := new(big.Rat).SetString(text)
		shortest, _ := new(big.Rat).SetString(strconv.FormatFloat(value, 'g', -1, 64))
		want := number.Cmp(new(big.Rat).SetFloat64(value)) != 0 && number.Cmp(shortest) != 0
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

// someDecimal returns a number. Many of these numbers are equal to a binary64, or have 15 to 17
// digits.
func someDecimal(rng *rand.Rand) string {
	value := float64(rng.Int64N(1<<rng.IntN(54)+1)) * math.Pow(2, float64(rng.IntN(200)-100))
	switch rng.IntN(5) {
	case 0:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case 1:
		return strconv.FormatFloat(value, 'e', 14+rng.IntN(5), 64)
	case 2:
		return strconv.FormatFloat(value, 'e', rng.IntN(150), 64)
	case 3:
		return strconv.FormatFloat(value, 'f', rng.IntN(110), 64)
	}
	return "-" + strconv.FormatInt(1e17+rng.Int64N(9e17), 10)[:1+rng.IntN(17)] + "." + strconv.Itoa(rng.IntN(1000)) + "e" + strconv.Itoa(rng.IntN(640)-330)
}

// TestNumberAfterByteOrderMark has documents that are a single number after a byte order mark.
func TestNumberAfterByteOrderMark(t *testing.T) {
	for _, level := range []Severity{Off, Error} {
		o := Options{Severities: map[string]Severity{"bom": level}}
		for _, number := range []string{"1e400", "-1E-400", "1e-400 ", "1e-40", strings.Repeat("7", 400), "0." + strings.Repeat("0", 400) + "7"} {
			text := []byte(byteOrderMark + number)
			if got, want := describe(New(o).Check(text)), describe(thorough(o, text)); got != want {
				t.Errorf("%s: found\n%swant\n%s", number, got, want)
			}
		}
	}
}
