package place

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A bracketText is a text, together with what a forward scan has found at each position.
type bracketText struct {
	text     string
	inString []bool // whether the byte is inside a string that begins before it
	inEscape []bool // whether the byte is escaped by a backslash before it
}

func newBracketText(text string) bracketText {
	t := bracketText{text, make([]bool, len(text)+1), make([]bool, len(text)+1)}
	for i, c := range []byte(text) {
		escapes := c == '\\' && t.inString[i] && !t.inEscape[i]
		t.inEscape[i+1] = escapes
		t.inString[i+1] = t.inString[i] != (c == '"' && !t.inEscape[i])
	}
	return t
}

// openersNaive is OpenersIn, implemented as a forward scan.
func (t bracketText) openersNaive(from, end, most int) []int {
	open := []int{}
	for i := from; i < end; i++ {
		switch c := t.text[i]; {
		case t.inString[i]:
		case c == '[' || c == '{':
			open = append(open, i)
		case (c == ']' || c == '}') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return open[max(len(open)-most, 0):]
}

func (t bracketText) check(tb *testing.T, from, end, most int) {
	tb.Helper()
	if t.inEscape[from] || t.inString[end] {
		return
	}
	want := append([]int{-1}, t.openersNaive(from, end, most)...)
	if got := OpenersIn([]int{-1}, []byte(t.text), from, end, most); !slices.Equal(got, want) {
		tb.Fatalf("from %d to %d, %d at the most: %v, want %v\n%q", from, end, most, got, want, t.text)
	}
}

func TestOpenersIn(t *testing.T) {
	parts := []string{
		"[", "[", "{", "{", "]", "]", "}", "}", ",", "  ", `"[}"`, `"\"[\\"`, `"\\\\\""`, `"` + strings.Repeat(`\"`, 40) + `"`,
		`"` + strings.Repeat(`\`, 100) + `"`, `"` + strings.Repeat("x[", 50) + `"`, strings.Repeat("[]", 20), strings.Repeat("{", 30), strings.Repeat("]", 30),
		strings.Repeat(" ", 64), `""`,
	}
	rounds := 3000
	if longtest.Off() {
		rounds = 300
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(14, 15))
		for range rounds {
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			some := parts[:1+rng.IntN(len(parts))]
			var b strings.Builder
			for n := rng.IntN(3000); b.Len() < n; {
				b.WriteString(some[rng.IntN(len(some))])
			}
			text := newBracketText(b.String())
			for range 20 {
				from := rng.IntN(b.Len() + 1)
				text.check(t, from, from+rng.IntN(b.Len()-from+1), rng.IntN(1+rng.IntN(60)))
			}
		}
	})
}

// The test tries every offset and length in a text of a few blocks.
func TestOpenersInEverywhere(t *testing.T) {
	text := newBracketText(strings.Repeat(`[{"a\"[":[1,{}]},"\\",[`, 12))
	asmtest.EachKernel(t, func(t *testing.T) {
		for from := range len(text.text) + 1 {
			for end := from; end <= len(text.text); end++ {
				text.check(t, from, end, 1+end%7)
			}
		}
	})
}
