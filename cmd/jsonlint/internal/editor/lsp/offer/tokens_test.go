package offer

import (
	"math"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// hostile has texts that take long when they are repeated.
var hostile = strings.Split("{{  {{x  ${  <a  %  @  &  /  :a  =  “  f(  new a(  date(  x.  +-  \"a\"b  '  1,000,  \\  \"\\u  {a=  1\n  -\n  \"\"  \"\n", "  ")

// inMiddle returns an error in the middle of a text.
func inMiddle(src []byte, kind tokenizer.ErrorKind) *lint.Diagnostic {
	return &lint.Diagnostic{Rule: "syntax", Code: kind.String(), Kind: kind, Span: lint.Span{Offset: 1 + int64(len(src)/2)}}
}

// However long a text is, its repairs are found in linear time. In the long tests, a quadratic algorithm would take minutes.
func TestRepairsOfHostileTexts(t *testing.T) {
	n := 100_000
	if longtest.Off() {
		n = 10_000
	}
	for _, part := range hostile {
		src := []byte(strings.Repeat(part, n/len(part)))
		for _, kind := range []tokenizer.ErrorKind{tokenizer.MissingComma, tokenizer.UnterminatedString} {
			New(t.Context(), src).For(inMiddle(src, kind))
		}
	}
}

// When the context is done, hardly any more tokens are read, and there are no repairs.
func TestRepairsAreCancelled(t *testing.T) {
	for _, part := range append(hostile, "[", `{"a":1,`) {
		src := []byte(strings.Repeat(part, 1000))
		for kind := range tokenizer.DuplicateName + 1 {
			for _, most := range []int{0, 1, 2, 500} {
				c := &jsontest.DoneAfter{Context: t.Context(), Most: most}
				d := inMiddle(src, kind)
				if kind == tokenizer.DuplicateName {
					d.Rule = "duplicate-keys"
				}
				fixes := New(c, src).For(d)
				if c.Asked > most+20 || c.Asked > most && len(fixes) > 0 {
					t.Errorf("%q, %v: %d tokens of %d have been read, and there are %d repairs", part, kind, c.Asked, most, len(fixes))
				}
			}
		}
	}
}

// The tokens of a text are read once for all of its findings.
func TestTokensAreReadOnce(t *testing.T) {
	src := []byte(strings.Repeat("<a b", 1000))
	c := &jsontest.DoneAfter{Context: t.Context(), Most: math.MaxInt}
	text := New(c, src)
	text.For(inMiddle(src, tokenizer.MisspeltLiteral))
	first := c.Asked
	text.For(inMiddle(src, tokenizer.UnexpectedToken))
	if first < 3000 || first > 5000 || c.Asked > first+20 {
		t.Errorf("%d tokens have been read for the first finding, and %d for the second one", first, c.Asked-first)
	}
}

// A text with very many tokens is not changed as a whole, but it still has other repairs.
func TestTextsOfManyTokens(t *testing.T) {
	src := []byte(strings.Repeat("<a", 2*mostTokens))
	c := &jsontest.DoneAfter{Context: t.Context(), Most: math.MaxInt}
	fixes := New(c, src).For(inMiddle(src, tokenizer.MissingComma))
	if c.Asked > mostTokens+20 || len(fixes) != 1 || fixes[0].Title != "insert the comma" {
		t.Errorf("%d tokens have been read, and the repairs are %+v", c.Asked, fixes)
	}
	if text := New(t.Context(), src[:mostTokens]); len(text.lexed()) != mostTokens {
		t.Errorf("%d tokens, want %d", len(text.lexed()), mostTokens)
	}
}
