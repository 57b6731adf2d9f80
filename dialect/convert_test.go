package dialect

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// checkLowered checks that Lower does the same as reading token by token. It returns whether convert has
// converted the text.
func checkLowered(t *testing.T, src []byte, d Dialect) (converted bool) {
	t.Helper()
	want, places, wantErrs := lower(src, d, nil)
	json, m, errs := Lower(src, d)
	if string(json) != string(want) || !reflect.DeepEqual(errs, wantErrs) {
		t.Fatalf("%q in %v is %q, want %q, %v", src, d, json, want, wantErrs)
	}
	for i := 0; i <= len(json); i += max(1, escapeLenInJSON(json[i:])) {
		at := int64(i)
		if m.Offset(at) != places.Offset(at) || m.end(at) != places.end(at) || m.Special(at) != places.Special(at) {
			t.Fatalf("%q in %v is %q: %d comes from %d or %d (%q), want %d or %d (%q)", src, d, json, at,
				m.Offset(at), m.end(at), m.Special(at), places.Offset(at), places.end(at), places.Special(at))
		}
	}
	if d == JSON5 {
		_, _, converted = convert(src)
	}
	return converted
}

// escapeLenInJSON returns the length of the escape at the start of b, or 0. Offsets inside escapes are not
// compared: for escapes that have not changed, they are more exact if only parts of strings are rewritten.
func escapeLenInJSON(b []byte) int {
	switch {
	case len(b) < 2 || b[0] != '\\':
		return 0
	case b[1] == 'u':
		return min(len(b), len(`\uFFFF`))
	}
	return 2
}

// randomJSON5 appends a value in JSON5 with what only JSON5 has, surrounded by trivia.
func randomJSON5(b []byte, r *rand.Rand, depth int) []byte {
	b = randomTriviaOfJSON5(b, r)
	kind := r.IntN(8)
	if depth == 0 {
		kind = r.IntN(5)
	}
	switch kind {
	case 0:
		numbers := []string{"0", "-1.5e3", "true", "null", "false", "0x1Fa", "0x0123456789ABCDEF", "0xFEDCBA9876543210F", "-0xABCDEF0123456789f", "+1", ".5", "5.", "-.5e-3", "5.e+10", "1e5",
			"NaN", "-Infinity", "+Infinity", "Infinity", "-NaN", "+.25", "1234567890.0123456789"}
		b = append(b, numbers[r.IntN(len(numbers))]...)
	case 1, 2, 3, 4:
		b = appendRandomStringOfJSON5(b, r)
	default:
		brackets := []string{"[]", "{}"}[r.IntN(2)]
		b = append(b, brackets[0])
		n := r.IntN(5)
		for i := range n {
			if brackets[0] == '{' {
				b = append(randomTriviaOfJSON5(appendRandomName(randomTriviaOfJSON5(b, r), r), r), ':')
			}
			b = randomJSON5(b, r, depth-1)
			if i < n-1 || r.IntN(2) == 0 {
				b = append(b, ',')
			}
		}
		b = append(randomTriviaOfJSON5(b, r), brackets[1])
	}
	return randomTriviaOfJSON5(b, r)
}

func randomTriviaOfJSON5(b []byte, r *rand.Rand) []byte {
	if r.IntN(4) == 0 {
		b = append(b, []string{"\v", "\f\f", "\u00a0", "\u2028 \u2029", "\ufeff", "\u3000\n", "\t\t"}[r.IntN(7)]...)
	}
	if r.IntN(2) == 0 {
		return b
	}
	return randomTrivia(b, r)
}

func appendRandomName(b []byte, r *rand.Rand) []byte {
	if r.IntN(3) == 0 {
		return appendRandomStringOfJSON5(b, r)
	}
	names := []string{"a", "$", "_1", "true", "null", "NaN", "Infinity", "größe", "\\u0061b", "x\\u00e9\u200d", "e5", "x" + strings.Repeat("y", r.IntN(100)), "日本"}
	return append(b, names[r.IntN(len(names))]...)
}

func appendRandomStringOfJSON5(b []byte, r *rand.Rand) []byte {
	parts := []string{`\"`, `\'`, `\\`, `\x41`, `\0`, `\v`, `\q`, `\é`, "\\\n", "\\\r\n", "\\\u2028", "\\\t", "\t", "\u2028", `\u00e9`, `\n`,
		"//", "/*", "*/", ",", "]", "{", "é", "plain text", "plain text", "1", ".", "+", ":"}
	quote, other := `"`, `'`
	if r.IntN(2) == 0 {
		quote, other = other, quote
	}
	b = append(b, quote...)
	for range r.IntN([]int{3, 10, 30}[r.IntN(3)]) {
		part := append(parts, other, other)[r.IntN(len(parts)+2)]
		if part == "1" && b[len(b)-1] == '0' {
			continue // \0 must not come before a digit
		}
		b = append(b, part...)
	}
	return append(b, quote...)
}

// Converting by masks has the same result as reading token by token.
func TestConvertIsLower(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(25, 13))
		n, valid, converted := 10_000, 0, 0
		if longtest.Off() {
			n = 1000
		}
		for range n {
			b := randomJSON5(nil, r, 3)
			if json, _, errs := lower(b, JSON5, nil); len(errs) > 0 || Check(b, JSON5) != nil {
				t.Fatalf("%q is %q, %v", b, json, errs)
			}
			if checkLowered(t, b, JSON5) {
				converted++
			}
			if json, _, _ := lower(b, JSON5, nil); string(json) != string(b) {
				valid++
			}
			for range 3 {
				i := r.IntN(len(b))
				mutant := slices.Clone(b)
				mutant[i] = "\"'\\/*,]}[{:\n\r\t\v\x00 1x.+-eaN#\xC3\xC2\x80\xA0"[r.IntN(29)]
				checkLowered(t, mutant, JSON5)
				checkLowered(t, slices.Delete(mutant, i, i+1), JSON5)
			}
		}
		if converted != valid || valid < n/2 {
			t.Errorf("%d of %d texts have been converted by masks", converted, valid)
		}
	})
}
