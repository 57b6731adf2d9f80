package suspects

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint/internal/ruleset"
)

var largeExponent = regexp.MustCompile(`^([-0-9.]*[0-9])[eE]([+-]?)([0-9]{3,})($|[],} \t\r\n])`)

// isLarge reports whether text has a number with a large exponent, by the definition of
// hasLargeExponent.
func isLarge(text []byte, small bool) bool {
	for i := range text {
		if i > 0 && text[i-1] != lastOfMark && !bytes.ContainsRune([]byte(":,[ \t\r\n"), rune(text[i-1])) {
			continue
		}
		m := largeExponent.FindSubmatch(text[i:])
		if m == nil {
			continue
		}
		if small && string(m[2]) != "-" {
			continue
		}
		if exponent, err := strconv.Atoi(string(m[3])); err != nil || len(m[1])+exponent > 300 {
			return true
		}
	}
	return false
}

// TestHasLargeExponent compares hasLargeExponent with a regular expression, at
// every offset and among random bytes.
func TestHasLargeExponent(t *testing.T) {
	for _, number := range []string{"1e300", "-7.5E+999", "12e-400", "0E00999"} {
		for before := range 80 {
			text := []byte("[" + strings.Repeat(" ", before) + number + "]" + strings.Repeat(" ", before%7))
			if !hasLargeExponent(text, 0, len(text), false) || FindInValid(text, most, grammar) != ruleset.Of(ruleset.NumberRange) {
				t.Errorf("%q", text)
			}
			if got := hasLargeExponent(text, 0, len(text), true); got != strings.Contains(number, "-4") {
				t.Errorf("%q: %v when only small numbers count", text, got)
			}
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	found := [2]int{}
	for range 20_000 {
		text := make([]byte, rng.IntN(70))
		for i := range text {
			if text[i] = "0123456789eE+-., "[rng.IntN(17)]; rng.IntN(50) == 0 {
				text[i] = byte(rng.Uint32())
			}
		}
		for i, small := range []bool{false, true} {
			want := isLarge(text, small)
			if got := hasLargeExponent(text, 0, len(text), small); got != want {
				t.Errorf("%q: %v", text, got)
			}
			if want {
				found[i]++
			}
		}
	}
	if found[0] < 1000 || found[1] < 30 {
		t.Errorf("%d found", found)
	}
}

// TestMayBeOutOfRange compares MayBeOutOfRange with package strconv.
func TestMayBeOutOfRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	out, may := 0, 0
	const rounds = 100_000
	for range rounds {
		number := []string{"", "-"}[rng.IntN(2)] + strings.Repeat("0123456789"[rng.IntN(10):][:1], 1+rng.IntN(1+rng.IntN(400)))
		if rng.IntN(2) == 0 {
			number += "." + strings.Repeat("0", rng.IntN(1+rng.IntN(400))) + strconv.Itoa(rng.IntN(1000))
		}
		if rng.IntN(3) > 0 {
			number += []string{"e", "E", "e+", "e-", "E-0", "e-000"}[rng.IntN(6)] + strconv.Itoa(rng.IntN(1+rng.IntN(1000)))
		}
		value, err := strconv.ParseFloat(number, 64)
		isOut := err != nil || value == 0
		got := MayBeOutOfRange([]byte(number))
		if isOut && !got && strings.Trim(strings.FieldsFunc(number, func(r rune) bool { return r|0x20 == 'e' })[0], "-0.") != "" {
			t.Errorf("%s is %v, %v", number, value, err)
		}
		if isOut {
			out++
		}
		if got {
			may++
		}
	}
	if out < rounds/10 || may > rounds*9/10 {
		t.Errorf("%d of %d may be out of range, %d are", may, rounds, out)
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

var longNumber = regexp.MustCompile(`^[-.0-9]{16}|[eE][-+]?[0-9]{3}`)

// TestLongNumbers checks that the rules about long numbers are suspects if a document has a number
// of 16 bytes or an exponent of three digits, wherever that number is.
func TestLongNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const window = 4000
	found := 0
	for round := range 3000 {
		number := []string{"", "-"}[rng.IntN(2)] + strconv.Itoa(1+rng.IntN(9)) + strings.Repeat("0", rng.IntN(18))
		if rng.IntN(2) == 0 {
			number += "." + strings.Repeat("5", 1+rng.IntN(15))
		}
		if rng.IntN(3) == 0 {
			number += "e-" + strings.Repeat("0", rng.IntN(2)) + strconv.Itoa(rng.IntN(120))
		}
		before := strings.Repeat(" ", rng.IntN(1+rng.IntN(5000)))
		text := []byte("[" + before + number + strings.Repeat(" ", round%20) + `, "1234567890", 123456789012345]`)
		want := ruleset.Set(0)
		if longNumber.MatchString(number) {
			want = ruleset.LongNumbers
			found++
		}
		if got := FindInValid(text, ruleset.LongNumbers, grammar); got&want != want || got != want && !strings.Contains(number, "e") {
			t.Errorf("%s after %d bytes: %b, want %b", number, len(before), got, want)
		}
		if got := FindInInvalid(text, ruleset.LongNumbers, len(text)/2); got&want != want {
			t.Errorf("%s after %d bytes of invalid text: %b, want %b", number, len(before), got, want)
		}
		doc := string(text) + strings.Repeat(" ", 2000)
		if clean := isCleanIn(NewScanner(ruleset.LongNumbers, &grammar, window), doc, 100+rng.IntN(1000)); clean && want != 0 {
			t.Errorf("%s after %d bytes in parts: not found", number, len(before))
		}
	}
	if found < 500 || found > 2500 {
		t.Errorf("%d long numbers", found)
	}
}
