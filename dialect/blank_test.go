package dialect

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// randomTrivia appends comments, white space, or nothing. Comments contain what could be mistaken
// for the beginning or end of a comment, a string or an escape.
func randomTrivia(b []byte, r *rand.Rand) []byte {
	parts := []string{`"`, `'`, `\`, "/", "*", "//", "/*", "**", ",", "]", "}", "é", "\u2028", "\t", "x", " "}
	text := func(excluded string, n int) (s string) {
		for range r.IntN(n) {
			if part := parts[r.IntN(len(parts))]; !strings.Contains(s+part, excluded) {
				s += part
			}
		}
		return s
	}
	for r.IntN(3) == 0 {
		n := []int{3, 8, 200}[r.IntN(3)]
		switch r.IntN(4) {
		case 0:
			b = append(b, "//"+strings.ReplaceAll(text("\n", n), "\u2028", "")+[]string{"\n", "\r", "\r\n"}[r.IntN(3)]...)
		case 1:
			b = append(b, "/*"+text("*/", n)+[]string{"\n", "\"", "*", ""}[r.IntN(4)]+"*/"...)
		default:
			b = append(b, []string{" ", "\n", "\t \r\n", strings.Repeat(" ", r.IntN(130))}[r.IntN(4)]...)
		}
	}
	return b
}

// randomJWCC appends a value with comments and trailing commas. Its parts have many lengths, so
// that the edges of blocks are everywhere.
func randomJWCC(b []byte, r *rand.Rand, depth int) []byte {
	b = randomTrivia(b, r)
	kind := r.IntN(7)
	if depth == 0 {
		kind = r.IntN(5)
	}
	switch kind {
	case 0:
		b = append(b, []string{"0", "-1.5e3", "true", "null"}[r.IntN(4)]...)
	case 1, 2, 3, 4:
		b = appendRandomString(b, r)
	default:
		brackets := []string{"[]", "{}"}[r.IntN(2)]
		b = append(b, brackets[0])
		n := r.IntN(5)
		for i := range n {
			if brackets[0] == '{' {
				b = append(randomTrivia(appendRandomString(randomTrivia(b, r), r), r), ':')
			}
			b = randomJWCC(b, r, depth-1)
			if i < n-1 || r.IntN(2) == 0 {
				b = append(b, ',')
			}
		}
		b = append(randomTrivia(b, r), brackets[1])
	}
	return randomTrivia(b, r)
}

func appendRandomString(b []byte, r *rand.Rand) []byte {
	parts := []string{`\"`, `\\`, `\\\"`, "//", "/*", "*/", "/", ",", "]", "{", "é", "plain text", `\u00e9`}
	b = append(b, '"')
	for range r.IntN([]int{3, 30}[r.IntN(2)]) {
		b = append(b, parts[r.IntN(len(parts))]...)
	}
	return append(b, '"')
}

// Replacing comments and commas by masks has the same result as reading token by token.
func TestBlankIsLower(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(25, 12))
		blanked := map[Dialect]int{}
		check := func(b []byte) {
			for _, d := range dialects[1:] {
				want, places, errs := lower(b, d, nil)
				got := blank(b, d)
				if got != nil {
					blanked[d]++
				}
				if got != nil && (string(got) != string(want) || !places.IsIdentity() || len(errs) > 0) {
					t.Fatalf("%q in %v is %q, want %q, %v", b, d, got, want, errs)
				}
				checkLowered(t, b, d)
			}
		}
		n := 20_000
		if longtest.Off() {
			n = 2000
		}
		for range n {
			b := randomJWCC(nil, r, 4)
			check(b)
			if want, _, _ := lower(b, JWCC, nil); blank(b, JWCC) == nil && string(want) != string(b) {
				t.Fatalf("%q has not been converted to %q", b, want)
			}
			for range 3 {
				i := r.IntN(len(b))
				mutant := slices.Clone(b)
				mutant[i] = "\"'\\/*,]}[{:\n\r 1\xC3\x80"[r.IntN(17)]
				check(mutant)
				check(slices.Delete(mutant, i, i+1))
			}
		}
		for _, d := range dialects[1:] {
			if blanked[d] < n/10 {
				t.Errorf("%d texts in %v", blanked[d], d)
			}
		}
	})
}
