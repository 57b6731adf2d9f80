package scan

import (
	"math/big"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// isInRange decides exactly whether a number is in range.
func TestRangeOfNumbers(t *testing.T) {
	most, _ := new(big.Float).SetPrec(4000).SetString("0x1p1024")
	most.Sub(most, new(big.Float).SetMantExp(big.NewFloat(1), 970)) // this number and all larger ones are rounded up to infinity
	for _, s := range jsontest.NumbersInRange() {
		if n, kind := ConsumeNumber([]byte(s)); kind != 0 || n != len(s) || len(s) > 20_000 {
			continue
		}
		want := true
		if _, exponent, _ := strings.Cut(s, "e"); len(exponent) < 10 {
			f, _, err := big.ParseFloat(s, 10, 40_000, big.ToNearestEven)
			want = err == nil && f.Abs(f).Cmp(most) < 0
		} else if s[0] == '1' && exponent[0] == '9' || strings.HasSuffix(s, "309") {
			want = false
		}
		if got := isInRange([]byte(s), 0); got != want {
			t.Errorf("%.30s... of %d bytes: %v, want %v", s, len(s), got, want)
		}
	}
}

// Exponents of any length are handled. An exponent of 20 digits or more used to overflow, so that
// 1e11111111111111111111 was accepted.
func TestExponentsOfAnyLength(t *testing.T) {
	for length := 4; length < 300; length++ {
		for _, digit := range []string{"1", "5", "9"} {
			exponent := strings.Repeat(digit, length)
			if isInRange([]byte("1e"+exponent), 0) || !isInRange([]byte("1e-"+exponent), 0) {
				t.Errorf("%d digits %s", length, digit)
			}
		}
	}
}
