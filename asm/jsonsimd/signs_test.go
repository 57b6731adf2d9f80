package jsonsimd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
)

// The numbers follow the definitions of large and small numbers, for documents whose strings have
// been removed. The other expressions are for documents whose escapes of two characters have been
// removed.
var (
	largeNumber = regexp.MustCompile(`[0-9][eE]\+?(?:[2-9][0-9]{2}|[0-9]{4})|[0-9]{64}`)
	smallNumber = regexp.MustCompile(`[0-9][eE]-[0-9]{3}`)
	stringText  = regexp.MustCompile(`"[^"]*"`)

	shortEscape = regexp.MustCompile(`\\[^u]`)
	bidi        = regexp.MustCompile("[\u202A-\u202E\u2066-\u2069]" + `|\\u20(?:2[A-Ea-e]|6[6-9])`)
)

// signsOf is the oracle.
func signsOf(b []byte) jsonsimd.Signs {
	escapes := shortEscape.ReplaceAll(b, nil)
	plain := stringText.ReplaceAll(escapes, nil)
	return jsonsimd.Signs{LargeNumbers: largeNumber.Match(plain), SmallNumbers: smallNumber.Match(plain), Bidi: bidi.Match(escapes)}
}

// checkSigns compares the signs in b with the oracle. b is checked after each number of spaces in
// moves. It is written in one part and in several.
func checkSigns(t *testing.T, b []byte, moves ...int) {
	t.Helper()
	want := signsOf(b)
	for _, move := range moves {
		text := append(bytes.Repeat([]byte(" "), move), b...)
		for _, size := range []int{len(text), jsonsimd.IndexUnit} {
			checker.Reset(maxDepth, jsonsimd.IJSON)
			var found jsonsimd.Signs
			add := func(s jsonsimd.Signs) {
				found.LargeNumbers = found.LargeNumbers || s.LargeNumbers
				found.SmallNumbers = found.SmallNumbers || s.SmallNumbers
				found.Bidi = found.Bidi || s.Bidi
			}
			rest := text
			for ; len(rest) > size; rest = rest[size:] {
				checker.Write(rest[:size])
				add(checker.Signs())
			}
			valid, known := checker.End(rest)
			if add(checker.Signs()); known && (!valid || found != want) {
				t.Fatalf("%v %+v, want %+v: after %d spaces, in pieces of %d, %q", valid, found, want, move, size, b)
			}
			if checker.Signs() != (jsonsimd.Signs{}) {
				t.Fatal("reported twice")
			}
		}
	}
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// The documents have numbers around the end of a chunk, and strings that look like numbers.
func TestJSONExtremeNumbers(t *testing.T) {
	documents := []string{`[%s]`, `{"":%s}`, `%s`, `["%s"]`}
	numbers := []string{"1e200", "1E+200", "1e-200", "1E-100", "1e-99", "1e199", "1e0199", "1.5e0000", "1e+0000", "1e-0000", "1e-000", "1e-0200", "-1e300", "1e99", "1e9999",
		"0.25e+308", "0.25E-308", "-1e-2,100", "1e-20,300", "1e-2,1e300",
		strings.Repeat("7", 63), strings.Repeat("7", 64), "-0." + strings.Repeat("7", 64), "1e-" + strings.Repeat("7", 64), strings.Repeat("7", 63) + ".7",
		strings.Repeat("7", 63) + "e7", strings.Repeat("7", 40) + "." + strings.Repeat("7", 40), strings.Repeat("7", 700), "1,2,3", `7,"` + strings.Repeat("7", 62) + `"`}
	eachJSONKernel(t, func(t *testing.T) {
		for _, number := range numbers {
			for _, document := range documents {
				if b := fmt.Appendf(nil, document, number); json.Valid(b) {
					checkSigns(t, b, upTo(600)...)
				}
			}
		}
	})
}

// Exponents and rows of digits of every kind are recognized, whatever follows them.
func TestJSONRandomNumbers(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(12, 13))
		for range 20_000 {
			b := []byte("[1")
			for range 1 + rng.IntN(3) {
				b = append(b, []string{".5", "", "25", "e", "0"}[rng.IntN(5)]...)
				b = append(b, []string{"e", "E", ""}[rng.IntN(3)]...)
				b = append(b, []string{"+", "-", ""}[rng.IntN(3)]...)
				b = fmt.Appendf(b, "%0*d", 1+rng.IntN(4), rng.IntN(500))
				b = append(b, []string{"", ",1", " ,2", "],[0", "e-1"}[rng.IntN(5)]...)
			}
			if b = append(b, ']'); json.Valid(b) {
				checkSigns(t, b, 0, 500+rng.IntN(14), 250+rng.IntN(8), 120+rng.IntN(10))
			}
		}
	})
}

// Every character that changes the direction of text is found wherever the chunks end, whether it is
// escaped or not. The kernels also agree with the oracle on all other characters, and on texts in
// which one bit of such a character or of its escape is flipped.
func TestJSONBidiCharacters(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		for r := rune(0x80); r < 0x20000; r++ {
			if r&0xFFF > 0x100 && asmtest.Slow() || !utf8.ValidRune(r) || r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF {
				continue
			}
			moves := []int{0}
			if 0x2020 <= r && r <= 0x2070 {
				moves = upTo(515)[500:]
			}
			checkSigns(t, []byte(`"`+string(r)+`"`), moves...)
			if r < 0x10000 {
				checkSigns(t, fmt.Appendf(nil, `"\u%04x"`, r), moves...)
				checkSigns(t, fmt.Appendf(nil, `"\\u%04X"`, r), moves...)
				checkSigns(t, fmt.Appendf(nil, `"\\\u%04X"`, r), moves...)
			}
		}
		for _, r := range []string{"\u202A", "\u202E", "\u2066", "\u2069", `\u202a`, `\u202E`, `\u2066`, `\u2069`} {
			for at := range len(r) {
				for bit := range 8 {
					b := []byte(`"` + r + `"`)
					if b[1+at] ^= 1 << bit; json.Valid(b) && utf8.Valid(b) {
						checkSigns(t, b, 505, 506, 507, 508, 509, 510, 511)
					}
				}
			}
		}
	})
}

// The strings have characters in every order around the end of a chunk, escaped or not.
func TestJSONSequencesOfSigns(t *testing.T) {
	parts := []string{"\u202A", "\u2068", "\u2026", "\u0080", "\u2080", "\u2122", "\U0001F600", `\u202e`, `\u2069`, `\u2020`, `\\`, `\n`, `u202a`, "2", "6", "a", `\"`}
	code := make([]byte, len(parts))
	for i := range code {
		code[i] = byte(i)
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := range 4 {
			asmtest.EachSequence(code, n, func(seq []byte) {
				b := []byte(`["`)
				for _, i := range seq {
					b = append(b, parts[i]...)
				}
				b = append(b, `"]`...)
				checkSigns(t, b, 0, 490+len(b)%20, 505)
			})
		}
	})
}
