package program

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// numerals returns different spellings of numbers, many of which are equal or nearly equal.
func numerals() (all []string) {
	all = []string{
		"0", "-0", "0.0", "0e5", "1", "1.0", "10e-1", "0.1e1", "100", "1e2", "1E+2", "0.01e4", "-1", "-1.50", "1.5", "0.3", "0.1", "3e-1",
		"999999999999999999", "1000000000000000000", "1e18", "123456789012345678901", "123456789012345678901.5", "12345678901234567890.10",
		"1e1000", "1e-1000", "0.001", "1e-3", "1000", "10.10", "9.99999999999999999999", "10", "-10", "101", "110", "0.101", "1e15", "1234567890123456",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		digits := strings.TrimLeft(fmt.Sprint(r.Uint64N(1<<uint(1+r.IntN(63)))), "0") + "0"
		switch r.IntN(4) {
		case 0:
			digits += "." + fmt.Sprint(r.IntN(1000))
		case 1:
			digits = fmt.Sprintf("0.%03d", r.IntN(1000)) + digits
		case 2:
			digits += fmt.Sprintf("e%d", r.IntN(40)-20)
		}
		all = append(all, digits, "-"+digits)
	}
	return all
}

func rat(t testing.TB, n string) *big.Rat {
	r, ok := new(big.Rat).SetString(n)
	if !ok {
		t.Fatal(n)
	}
	return r
}

// TestDecimals compares decimals with fractions.
func TestDecimals(t *testing.T) {
	all := numerals()
	for _, x := range all {
		d, exact := decimalOf([]byte(x)), rat(t, x)
		if d.isInteger() != exact.IsInt() {
			t.Errorf("%s: isInteger is %v", x, d.isInteger())
		}
		if again := decimalOfRat(exact); compareDecimals(&d, &again) != 0 {
			t.Errorf("%s: converted to %+v", x, again)
		}
		if rat(t, d.String()).Cmp(exact) != 0 {
			t.Errorf("%s: written as %s", x, d.String())
		}
		if n, _, ok := smallInteger([]byte(x)); ok && exact.Cmp(new(big.Rat).SetInt64(n)) != 0 {
			t.Errorf("%s: smallInteger is %d", x, n)
		}
		number := currentNumber{raw: []byte(x)}
		number.small, _, number.isSmall = smallInteger(number.raw)
		if got, want := number.appendCanonical(nil), d.appendCanonical(nil); string(got) != string(want) {
			t.Errorf("%s: the canonical form is %s, want %s", x, got, want)
		}
		for _, y := range all {
			e, other := decimalOf([]byte(y)), rat(t, y)
			want := exact.Cmp(other)
			limit := newLimit(e, false)
			if got := compareDecimals(&d, &e); got != want || number.compare(&limit) != want {
				t.Fatalf("%s and %s: %d and %d, want %d", x, y, got, number.compare(&limit), want)
			}
			if same := string(d.appendCanonical(nil)) == string(e.appendCanonical(nil)); same != (want == 0) {
				t.Errorf("%s and %s: equal canonical forms: %v", x, y, same)
			}
			if other.Sign() > 0 {
				want := new(big.Rat).Quo(exact, other).IsInt()
				if got := newDivisor(other).divides(&d, []byte(x)); got != want {
					t.Fatalf("%s is a multiple of %s: %v, want %v", x, y, got, want)
				}
			}
		}
	}
}

func TestHugeNumbers(t *testing.T) {
	for n, want := range map[string]bool{
		"1": false, "1e999": false, "1e1000": false, "1e1001": true, "1e-1000": false, "1E-1001": true, "1e+01000": false, "0e99999999999999999999": true,
		strings.Repeat("1", MaxNumber): false, strings.Repeat("1", MaxNumber+1): true, "1." + strings.Repeat("0", MaxNumber-6) + "e999": false,
		"123456e12345": true,
	} {
		if IsHuge([]byte(n)) != want {
			t.Errorf("%.20s: want %v", n, want)
		}
	}
}
