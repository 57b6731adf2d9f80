package lint

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// A formText is a document of nested objects, with the pairs of names that look alike or differ only in case according to an oracle.
type formText struct {
	b     []byte
	rng   *rand.Rand
	pairs []string
}

// lookOf replaces the characters that the names of a formText have with those that they look like.
var lookOf = strings.NewReplacer("а", "a", "А", "A", "о", "o", "\u200B", "", "’", "'")

// object appends an object.
func (f *formText) object(depth int) {
	type named struct {
		text   string
		offset int
	}
	var known []named
	letters := []string{"a", "o", "а", "о", "A", "А", "б", "Б", "'", "’", "\u200B", `\u0430`, `\u0061`}
	f.b = append(f.b, '{')
	for i := range 1 + f.rng.IntN(1+f.rng.IntN(200)) {
		if i > 0 {
			f.b = append(f.b, ",\n "[:1+f.rng.IntN(3)]...)
		}
		raw, offset := "", len(f.b)
		for range 2 + f.rng.IntN(2) {
			raw += letters[f.rng.IntN(len(letters))]
		}
		if f.rng.IntN(3) > 0 {
			raw += fmt.Sprint(f.rng.IntN(100))
		}
		text := strings.NewReplacer(`\u0430`, "а", `\u0061`, "a").Replace(raw)
		f.b = fmt.Appendf(f.b, `"%s":`, raw)
		for rule, same := range map[string]func(a, b string) bool{
			"confusable-keys": func(a, b string) bool { return lookOf.Replace(a) == lookOf.Replace(b) },
			"case-collision":  strings.EqualFold,
		} {
			first := slices.IndexFunc(known, func(n named) bool { return same(n.text, text) })
			if first >= 0 && known[first].text != text && !(rule == "confusable-keys" && utf8.RuneCountInString(text) == 1 && utf8.RuneCountInString(known[first].text) == 1) {
				f.pairs = append(f.pairs, fmt.Sprintf("%08d %s %d", offset, rule, known[first].offset))
			}
		}
		known = append(known, named{text, offset})
		if depth < 3 && f.rng.IntN(20) == 0 {
			f.object(depth + 1)
		} else {
			f.b = append(f.b, '1')
		}
	}
	f.b = append(f.b, '}')
}

// TestSameForms compares the pairs of names that are found with an oracle: in memory, from a file, and from a pipe, if the whole text,
// a part of it, or only a few of its names are in memory.
func TestSameForms(t *testing.T) {
	t.Parallel()
	rounds := 200
	if longtest.Off() {
		rounds = 30
	}
	rng := rand.New(rand.NewPCG(45, 46))
	found := 0
	for round := range rounds {
		f := formText{rng: rng, b: []byte("[")}
		for range 1 + rng.IntN(20) {
			f.object(0)
			f.b = append(f.b, ",\n"...)
		}
		f.b = append(f.b, "0]\n"...)
		if !norm.NFC.IsNormal(f.b) || !tokenizer.Valid(f.b) {
			t.Fatalf("%s", f.b)
		}
		o := Options{MaxProblems: -1, Severities: map[string]Severity{"duplicate-keys": Off}}
		want := f.pairs
		if rng.IntN(2) == 0 {
			o.Severities["case-collision"] = Warning
		} else {
			want = slices.DeleteFunc(slices.Clone(want), func(pair string) bool { return strings.Contains(pair, "case") })
		}
		slices.Sort(want)
		l := New(o)
		l.segment = 512 * rng.IntN(2)
		l.window = 600 + rng.IntN(3000)
		l.whole = l.window
		for from, r := range map[string]io.Reader{"memory": nil, "a file": bytes.NewReader(f.b), "a pipe": io.MultiReader(bytes.NewReader(f.b))} {
			report := l.Check(f.b)
			if r != nil {
				var err error
				if report, err = l.CheckReader(t.Context(), r); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for _, d := range report.Diagnostics {
				got = append(got, fmt.Sprintf("%08d %s %d", d.Offset, d.Rule, d.Related[0].Offset))
				for _, s := range []Span{d.Span, d.Related[0].Span} {
					if s.Start != tokenizer.Locate(f.b, s.Offset) || s.End != tokenizer.Locate(f.b, s.Offset+s.Length) {
						t.Fatalf("%v at %v to %v, from %s", d.Rule, s.Start, s.End, from)
					}
				}
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("round %d, from %s: %q, want %q\n%s", round, from, got, want, f.b)
			}
			found += len(got)
		}
	}
	if found < rounds {
		t.Errorf("only %d pairs", found)
	}
}

// TestLoneSurrogatesInPairs checks what is said about names with lone surrogates, which look alike and are shown as U+FFFD.
func TestLoneSurrogatesInPairs(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"\ud800аb":1,"\ud801ab":2}`, "the names differ at character 2: 'a' (U+0061) here, 'а' (U+0430) in the other name"},
		{`{"\ud800":1,"\udc00":2}`, ""},
		{`{"x\ud800":1,"x\ufffd":2}`, ""},
		{`{"аb\ud800":1,"ab\ud801":2}`, "the names differ at character 1: 'a' (U+0061) here, 'а' (U+0430) in the other name"},
	} {
		hints := ""
		for _, d := range New(Options{Severities: map[string]Severity{"lone-surrogates": Off, "duplicate-keys": Off}}).Check([]byte(c.text)).Diagnostics {
			hints += d.Hint
		}
		if hints != c.want {
			t.Errorf("%s: %q, want %q", c.text, hints, c.want)
		}
	}
}
