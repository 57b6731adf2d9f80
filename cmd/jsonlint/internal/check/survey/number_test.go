package survey

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	var memory []byte
	for raw, want := range map[string]string{
		"0": "0", "-0": "0", "-0.00": "0", "0e5": "0", "-0E-5": "0", "100": "100", "1e2": "100", "1E+02": "100", "1.0e2": "100", "1000e-1": "100", "-1.50": "-1.5",
		"-15e-1": "-1.5", "0.0015": "0.0015", "1.5e-3": "0.0015", "0.15e-2": "0.0015", "12.5e1": "125", "12.34e1": "123.4", "10.0": "10", "1e-1": "0.1",
		"1e-0500": "1e-500", "10e500": "1e501", "1.5E+500": "15e499", "1e400": "1" + strings.Repeat("0", 400), "1e401": "1e401", "-1e00500": "-1e500", "1e99999999999999999999": "1e99999999999999999999",
	} {
		if got, _ := plain([]byte(raw), &memory); string(got) != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

// Numbers have the same text if their values are equal, and only then.
func TestPlainIsTheValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var memory []byte
	of, values := map[string]string{}, map[string]string{}
	for range 50_000 {
		raw := fmt.Sprint(r.IntN(12))
		if r.IntN(2) == 0 {
			raw += fmt.Sprintf(".%0*d", 1+r.IntN(3), r.IntN(30))
		}
		if r.IntN(2) == 0 {
			raw += fmt.Sprintf("%c%s%d", "eE"[r.IntN(2)], []string{"", "+", "-", "-0"}[r.IntN(4)], r.IntN(4))
		}
		if r.IntN(3) == 0 {
			raw = "-" + raw
		}
		value, _ := new(big.Rat).SetString(raw)
		plain, kind := plain([]byte(raw), &memory)
		if got := kind == Integer; got == strings.ContainsAny(raw, ".eE") {
			t.Fatalf("%s: %v", raw, kind)
		}
		got := string(plain)
		if other, ok := of[value.String()]; ok && other != got {
			t.Fatalf("%s: %s, but also %s", raw, got, other)
		}
		if other, ok := values[got]; ok && other != value.String() {
			t.Fatalf("%s: %s is the text of %s and %s", raw, got, value, other)
		}
		of[value.String()], values[got] = got, value.String()
	}
}
