package tokenizer

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/bridge"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A testAhead is a bridge.Ahead that looks at a text in memory.
type testAhead struct {
	src      []byte
	rng      *rand.Rand // chooses how much is skipped before another error; if nil, nothing is
	skipped  bool       // the rest has been skipped
	from, to []int64    // where tokens have been skipped
	tokens   *Tokenizer
	t        *testing.T
}

// MostOpening allows any opening.
func (*testAhead) MostOpening(int64) int { return math.MaxInt }

func (a *testAhead) Look(opening []byte, offset int64) int64 {
	rest := a.src[offset:]
	n := int64(bridge.WholeRest)
	switch {
	case Check(slices.Concat(opening, rest), UniqueNames()) == nil:
		a.skipped = true
	case a.rng == nil || len(rest) == 0:
		return 0
	default:
		n = a.rng.Int64N(int64(len(rest))) + 1
	}
	a.from = append(a.from, offset)
	return n
}

// Skipped compares the outline with what the Tokenizer knows.
func (a *testAhead) Skipped(kept int, o *place.Outline) {
	k := &a.tokens.scanner.Nesting
	a.to = append(a.to, a.tokens.InputOffset())
	if len(o.Levels) != k.Depth || kept > k.Depth {
		a.t.Errorf("%d levels, of which %d are kept; want %d", len(o.Levels), kept, k.Depth)
	}
	from := a.from[len(a.from)-1]
	for i, l := range o.Levels {
		c := a.src[l.Opener.Offset]
		if l.Object != (c == '{') || l.Object != k.IsObject(i+1) || !l.Object && c != '[' || (i < kept) != (l.Opener.Offset < from) {
			a.t.Errorf("level %d: %+v", i, l)
		}
		for _, name := range o.NamesOf(i) {
			at, p := name.Place.Offset, Locate(a.src, name.Place.Offset)
			if at < from || !bytes.HasPrefix(a.src[at:], name.Raw) || Position(name.Place.Position) != p {
				a.t.Errorf("%s at %+v, want %+v", name.Raw, name.Place, p)
			}
		}
	}
}

// allErrors returns the texts of all errors, and the tokens. It skips tokens if a is not nil.
func allErrors(t *testing.T, src []byte, a *testAhead, opts ...TokenizerOption) (errs, all []string) {
	t.Helper()
	tokens := New(src, append(opts, KeepGoing(), UniqueNames())...)
	if a != nil {
		a.tokens, a.t, a.src = tokens, t, src
		bridge.SkipRest(tokens, a)
	}
	for {
		if token, err := tokens.Next(); err == io.EOF {
			return errs, all
		} else if err != nil {
			errs = append(errs, err.Error())
		} else {
			all = append(all, fmt.Sprint(token.Offset(), token.Depth(), token.Kind(), string(token.Raw()), tokens.Pointer()))
		}
	}
}

// TestRestIsSkipped checks what a Tokenizer looks at in each state, and that names before an error are known.
func TestRestIsSkipped(t *testing.T) {
	space := strings.Repeat(" ", 400)
	for _, c := range []struct {
		before, rest string
		skips        bool
	}{
		{`{"a": [1,, 2,`, `3], "b": 4}`, true},
		{`{"a": [1,, 2`, `, 3], "b": 4}`, true},
		{`{"a": [1,, [`, `3], 4], "b": 4}`, true},
		{`{"a": [1,, {`, `"a": 3}], "b": 4}`, true},
		{`{"a": [1,, {"x"`, `: 3}], "b": 4}`, true},
		{`{"a": [1,, {"x":`, `3}], "b": 4}`, true},
		{`{"a": [1,, {"x": 3`, `}], "b": 4}`, true},
		{`{"a": [1,, {"x": 3,`, `"y": 4}], "b": 4}`, true},
		{`{"a": [1,, {"x": 3,`, `"x": 4}], "b": 4}`, false},
		{`{"a": [1,, {"x": 3,`, `"y": 4}], "a": 4}`, false},
		{`{"a": [1,, {"x": 3}], "b"`, `: 5, "c": 4}`, true},
		{`{"a": [1,, {"x": 3}], "b"`, `: 5, "\u0062": 4}`, false},
		{`{"a": [1,, {"x": 3}], "b"`, `: 5, "c": }`, false},
		{`{"a": [1,, 2,`, `3], "b": 4`, false},
		{`{"a": 0, "c": [1,, {"x": 3},`, `2], "a": 4}`, false},
		{`[1], [2,`, `3]`, false},
	} {
		src := []byte(c.before + space + c.rest + space)
		want, _ := allErrors(t, src, nil)
		a := &testAhead{}
		if got, _ := allErrors(t, src, a); a.skipped != c.skips || !slices.Equal(got, want) {
			t.Errorf("%s ... %s: %v, %q, want %q", c.before, c.rest, a.skipped, got, want)
		}
	}
}

// TestRestsAreSkipped damages documents, and checks that the errors are the same if the Tokenizer skips the rest of
// a document when that is valid. The documents have much white space, because kernels are used only some time after an error.
func TestRestsAreSkipped(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 600 / longtest.OneIn(4)
	}
	rng := rand.New(rand.NewPCG(3, 14))
	names, skips, parts := jsontest.NewNamer(rng), 0, 0
	for range rounds {
		src := "[" + string(names.Document()) + ", " + string(names.Document()) + ", " + string(names.Document()) + "]"
		if rng.IntN(4) == 0 {
			src = src[1:] // a list without its opening bracket, of which the first document is the text
		}
		src = strings.ReplaceAll(src, ",", strings.Repeat(" ", rng.IntN(60))+",")
		b := []byte(src)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(b))
			b = slices.Replace(b, at, at+rng.IntN(2), "{}[],:\"x\n0"[rng.IntN(10)])
		}
		for _, opts := range [][]TokenizerOption{nil, {OnlyErrors()}} {
			want, tokens := allErrors(t, b, nil, opts...)
			a := &testAhead{}
			if rng.IntN(2) == 0 {
				a.rng = rng
			}
			got, rest := allErrors(t, b, a, opts...)
			if !slices.Equal(got, want) {
				t.Fatalf("%q: %q, want %q", b, got, want)
			}
			checkSkipped(t, a, tokens, rest)
			if a.skipped {
				skips++
			}
			parts += len(a.to)
		}
	}
	if parts < rounds/10 {
		t.Errorf("tokens were skipped %d times in %d rounds", parts, rounds)
	}
	if skips < rounds/20 {
		t.Errorf("the rest was skipped %d times in %d rounds", skips, rounds)
	}
}

// checkSkipped checks that the tokens are all tokens except those that have been skipped.
func checkSkipped(t *testing.T, a *testAhead, all, got []string) {
	t.Helper()
	for _, token := range all {
		if len(got) > 0 && got[0] == token {
			got = got[1:]
			continue
		}
		var at int64
		fmt.Sscan(token, &at)
		isIn := a.skipped && len(got) == 0
		for i, to := range a.to {
			isIn = isIn || a.from[i] <= at && at < to
		}
		if !isIn {
			t.Fatalf("%q: %q is missing, next is %.2q; skipped from %d to %d", a.src, token, got, a.from, a.to)
		}
	}
	if len(got) > 0 {
		t.Fatalf("%q: %q was not expected", a.src, got[0])
	}
}

// TestListsAreSkipped checks that a Tokenizer ends early in a list that has been closed too early, with the same errors.
func TestListsAreSkipped(t *testing.T) {
	documents := strings.Repeat(`, {"a": [1, "text"]}`, 500)
	for _, c := range []struct {
		end   string
		skips bool
	}{{"]", true}, {" ] \n", true}, {"", false}, {",]", false}, {", 2", false}, {"]]", false}, {"], 3]", false}, {", {\"a\":1,\"a\":2}]", false}} {
		src := []byte("[0]" + documents + c.end)
		for _, opts := range [][]TokenizerOption{nil, {OnlyErrors()}} {
			want, all := allErrors(t, src, nil, opts...)
			a := &testAhead{}
			got, some := allErrors(t, src, a, opts...)
			if c.skips && len(a.from) != 1 {
				t.Errorf("%q: looked ahead at %d", c.end, a.from)
			}
			if a.skipped != c.skips || !slices.Equal(got, want) {
				t.Errorf("%q: skipped: %v, %q, want %q", c.end, a.skipped, got, want)
			}
			if c.skips && opts == nil && len(some) > len(all)/2 {
				t.Errorf("%q: %d of %d tokens were returned", c.end, len(some), len(all))
			}
		}
	}
}

// A countingAhead counts how often it is asked to look. It does not need the tokens from the next byte.
type countingAhead struct{ looks int }

func (*countingAhead) MostOpening(int64) int { return math.MaxInt }

func (a *countingAhead) Look([]byte, int64) int64 {
	a.looks++
	return 1
}

func (*countingAhead) Skipped(int, *place.Outline) {}

// Looking ahead takes time linear in the rest of the text, so it must happen only a few times.
func TestFewLooks(t *testing.T) {
	list := "[0]" + strings.Repeat(` "element",`, 1<<20) // a list that has been closed too early
	for _, opts := range [][]TokenizerOption{nil, {OnlyErrors()}} {
		a := &countingAhead{}
		tokens := NewReader(strings.NewReader(list), append(opts, KeepGoing(), UniqueNames())...)
		bridge.SkipRest(tokens, a)
		for err := error(nil); err != io.EOF; _, err = tokens.Next() {
		}
		if a.looks > mostLooks {
			t.Errorf("%d options: %d looks", len(opts), a.looks)
		}
	}
}
