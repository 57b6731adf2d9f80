package conformance

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
	kinds "github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// A tok is a token as a Cursor describes it.
type tok struct {
	kind       kinds.Kind
	begin, end int
	escaped    bool
}

// tokensOf returns the tokens of a valid text according to a Tokenizer.
func tokensOf(t *testing.T, text []byte) (all []tok) {
	t.Helper()
	for got, err := range tokenizer.New(text).All() {
		if err != nil {
			t.Fatalf("%.200q: %v", text, err)
		}
		begin := int(got.Offset())
		all = append(all, tok{kindOnMarks(got.Kind()), begin, begin + len(got.Raw()), got.Escaped()})
	}
	return all
}

// kindOnMarks returns the kind that a Cursor has for a token: it does not know names.
func kindOnMarks(k tokenizer.TokenKind) kinds.Kind {
	if k == tokenizer.Name {
		return kinds.String
	}
	return kinds.Kind(k)
}

// restOf returns the tokens that c has left. Offsets count from the given base.
func restOf(c *mark.Cursor, base int) (all []tok) {
	for {
		next := c.Peek()
		k := c.Next()
		if k == 0 {
			return all
		}
		if k != next {
			k = 0 // so that the comparison fails
		}
		all = append(all, tok{k, base + c.Begin, base + c.End, c.Escaped})
	}
}

// levelsOf returns how many arrays and objects a token opens.
func levelsOf(k kinds.Kind) int {
	switch k {
	case kinds.BeginObject, kinds.BeginArray:
		return 1
	case kinds.EndObject, kinds.EndArray:
		return -1
	}
	return 0
}

// A tokenized text is valid, and has the given tokens according to a Tokenizer.
type tokenized struct {
	text []byte
	want []tok
}

// tokenizedTexts returns the valid texts of all corpora. Short ones are behind white space of several lengths, so that kernels
// find the tokens at all alignments.
func tokenizedTexts(t *testing.T) (all []tokenized) {
	var texts [][]byte
	for _, c := range suite(t) {
		texts = append(texts, c.Data)
	}
	for _, d := range documents(t) {
		if !longtest.Off() || len(d.Data) < 300_000 {
			texts = append(texts, d.Data)
		}
	}
	rng := rand.New(rand.NewPCG(43, 9))
	for _, s := range append(jsontest.StreamSeeds(), `["\\","\\\\","\\\"","\"\\","\\n\n","\u005c","\\u"]`, `[[],{},[{}],[1],{"a":1}]`, `1`, `"\\"`,
		`["`+strings.Repeat(`\n`, 20000)+`",1]`, jsontest.Mixed(rng, 40000), jsontest.HardToCut(rng, 40000), jsontest.Nested(rng, 40000)) {
		texts = append(texts, []byte(s))
	}
	for range 20 {
		texts = append(texts, []byte(jsontest.Mixed(rng, 1+rng.IntN(300))), []byte(jsontest.HardToCut(rng, 1+rng.IntN(300))))
	}
	for _, text := range texts {
		if !tokenizer.Valid(text) {
			continue
		}
		step := 3 * longtest.OneIn(11)
		if len(text) > 1000 {
			step = 65
		}
		for n := 0; n <= 64; n += step {
			moved := append(bytes.Repeat([]byte{' '}, n), text...)
			all = append(all, tokenized{moved, tokensOf(t, moved)})
		}
	}
	return all
}

// eachTokenized calls f with all texts, on every kernel.
func eachTokenized(t *testing.T, f func(t *testing.T, text []byte, want []tok)) {
	all := tokenizedTexts(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, x := range all {
			f(t, x.text, x.want)
		}
	})
}

// checkToks compares the tokens of a Cursor with those of a Tokenizer.
func checkToks(t *testing.T, text []byte, what string, got, want []tok) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("%.200q: %s: no token, want %v", text, what, want[i])
		case i >= len(want):
			t.Fatalf("%.200q: %s: got the token %v, want none", text, what, got[i])
		case got[i] != want[i]:
			t.Fatalf("%.200q: %s: token %d is %v, want %v", text, what, i, got[i], want[i])
		}
	}
}

// The tokens of a Cursor are those of a Tokenizer if all marks are there, and if they arrive one by one.
func TestCursorMatchesTokenizer(t *testing.T) {
	eachTokenized(t, func(t *testing.T, text []byte, want []tok) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel finds marks on this machine")
		}
		var kernels jsonsimd.Checker
		kernels.Reset(scan.DefaultMaxDepth, 0)
		marks, valid, known := kernels.Index(nil, text)
		if !known {
			return
		}
		if !valid {
			t.Fatalf("the kernels reject %.200q", text)
		}
		marks = append(marks, uint32(len(text))) // so that every token has a mark after it
		whole := mark.Cursor{Text: text, Marks: marks}
		checkToks(t, text, "all marks", restOf(&whole, 0), want)
		if len(marks) > 1000 {
			return
		}
		var got []tok
		growing := mark.Cursor{Text: text}
		for n := range marks {
			growing.Marks = marks[:n+1]
			got = append(got, restOf(&growing, 0)...)
		}
		checkToks(t, text, "mark by mark", got, want)
	})
}

// The same is true for the marks of an Index, of which some have not been read when the next ones are made.
func TestCursorOfIndexMatchesTokenizer(t *testing.T) {
	eachTokenized(t, func(t *testing.T, text []byte, want []tok) {
		x := index.New(text, 0, scan.DefaultMaxDepth, 0)
		if x == nil {
			return
		}
		defer x.Free()
		var (
			c   mark.Cursor
			got []tok
		)
		for x.More(text, c.At) {
			c = mark.Cursor{Text: text[x.Base:], Marks: x.Marks[:x.Trusted]}
			got = append(got, restOf(&c, x.Base)...)
		}
		if x.Valid {
			checkToks(t, text, "index", got, want)
		}
	})
}

// The same is true for the marks of a tape. The Cursor can skip each array and object, by its link and without it.
func TestCursorOfTapeMatchesTokenizer(t *testing.T) {
	for _, x := range tokenizedTexts(t) {
		text, want := x.text, x.want
		tp := &tape.Tape{Data: text}
		for _, w := range want {
			tp.Append(uint32(w.begin), text[w.begin:w.end], w.escaped)
		}
		tp.Link()
		c := mark.Cursor{Text: text, Marks: tp.Marks}
		checkToks(t, text, "tape", restOf(&c, 0), want)
		if len(want) > 300 {
			continue
		}
		c.At = 0
		for i, w := range want {
			if c.Next(); levelsOf(w.kind) <= 0 {
				continue
			}
			byLink, byMarks := c, c
			byLink.Links = tp.Links
			if !byLink.Skip() || !byMarks.Skip() {
				t.Fatalf("%.200q: the end of token %d is not found", text, i)
			}
			depth, end := 0, i
			for ; depth > 0 || end == i; end++ {
				depth += levelsOf(want[end].kind)
			}
			if byLink.End != want[end-1].end || byMarks.End != want[end-1].end {
				t.Fatalf("%.200q: Skip ends at %d by link and at %d by marks, want %d", text, byLink.End, byMarks.End, want[end-1].end)
			}
			checkToks(t, text, "after Skip by link", restOf(&byLink, 0), want[end:])
			checkToks(t, text, "after Skip by marks", restOf(&byMarks, 0), want[end:])
		}
	}
}

// textsOf returns the texts of tokens.
func textsOf(text []byte, toks []tok) (all []string) {
	for _, x := range toks {
		all = append(all, string(text[x.begin:x.end]))
	}
	return all
}

// The loops that read marks without a Cursor find the same tokens: that of an Inspector, those of package format, and that of a tape.
func TestLoopsOverMarksMatchTokenizer(t *testing.T) {
	for _, x := range tokenizedTexts(t) {
		n := int64(len(x.want))
		if err := tokenizer.Check(x.text, tokenizer.MaxTokens(n)); err != nil {
			t.Fatalf("%.200q: %v", x.text, err)
		}
		if n > 1 && tokenizer.Check(x.text, tokenizer.MaxTokens(n-1)) == nil {
			t.Fatalf("%.200q: %d tokens are accepted, but it has %d", x.text, n-1, n)
		}
		want := textsOf(x.text, x.want)
		written := map[string][]byte{}
		var err error
		if written["compact"], err = format.Append(nil, x.text, format.Options{Compact: true}); err != nil {
			t.Fatal(err)
		}
		if written["lines"], err = format.Append(nil, x.text, format.Options{Indent: "  "}); err != nil {
			t.Fatal(err)
		}
		if written["prettier"], err = format.Append(nil, x.text, format.Options{Style: format.Prettier, Width: 80}); err != nil {
			t.Fatal(err)
		}
		tp := &tape.Tape{Data: x.text}
		rules := scan.Plain(scan.DefaultMaxDepth)
		if tp.Index(&rules) && tp.Root().IsContainer() {
			var ok bool
			if written["tape"], ok = tp.Root().AppendCompact(nil, scan.DefaultMaxDepth); !ok {
				t.Fatalf("%.200q: not copied", x.text)
			}
		}
		for how, text := range written {
			if got := textsOf(text, tokensOf(t, text)); !slices.Equal(got, want) {
				t.Fatalf("%.200q: %s: the tokens are %.200q, want %.200q", x.text, how, got, want)
			}
		}
	}
}
