package names

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestVocabulary compares what a vocabulary finds with the result of comparing all names that have
// been added.
func TestVocabulary(t *testing.T) {
	texts := []string{
		"a", "b", "\u0430", "\u0435", "e", "\u00e9", "e\u0301", "\u00E5", "\u212B", "", "\u200B", "o\u2019b", "o'b", "\U0001D41A", "\uFF41",
		"\U0001F600", "\u6F22\u5B57", "\u0430\u0435", "ae",
	}
	texts = append(texts, `\u0061`, `\u0430`, `e\u0301`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\u006f'b`)
	rng := rand.New(rand.NewPCG(53, 54))
	var v Vocabulary
	found := map[Traits]int{}
	for range 5_000 {
		v.Reset()
		var want Traits
		added := map[string][]string{} // for each skeleton, the names that have it
		written := map[string]bool{}
		few := texts
		if rng.IntN(2) == 0 {
			few = []string{texts[rng.IntN(len(texts))], texts[rng.IntN(len(texts))], texts[rng.IntN(len(texts))]}
		}
		for range rng.IntN(150) {
			name := few[rng.IntN(len(few))]
			if rng.IntN(3) == 0 {
				name += fmt.Sprint(rng.IntN(90))
			}
			var text string
			if err := json.Unmarshal([]byte(`"`+name+`"`), &text); err != nil {
				t.Fatal(err)
			}
			if !norm.NFC.IsNormalString(text) {
				want |= Unnormalized
			}
			look := skeletonOf(text)
			if slices.ContainsFunc(added[look], func(other string) bool {
				return other != text && !(isOneCharacter([]byte(other)) && isOneCharacter([]byte(text)))
			}) {
				want |= Alike
			}
			added[look], written[name] = append(added[look], text), true
			src := []byte([]string{"{", `{"x\": 1, `, `{"x": "\\`, `{"a`}[rng.IntN(4)] + `"` + name + `"` + []string{"", " ", "\n\t"}[rng.IntN(3)])
			if !v.AddBefore(src, len(src)) || v.Found() != want || v.Len() != len(written) {
				t.Fatalf("%q among %v: %b, want %b; %d words, want %d", name, added, v.Found(), want, v.Len(), len(written))
			}
		}
		found[want]++
	}
	for want := range Unnormalized | Alike + 1 {
		if found[want] < 100 {
			t.Errorf("%b was found %d times", want, found[want])
		}
	}
}

// TestVocabularyAndQuotes checks that the end of a name is not taken for the whole name, even if a
// name equal to that end is expected.
func TestVocabularyAndQuotes(t *testing.T) {
	for src, words := range map[string]int{
		`{"a":1,"b":2,"a":3,"b":4}`:      2,
		`{"a":1,"b":2,"a":3,"\"b":4}`:    3,
		`{"a":1,"b":2,"a":3,"\\\"b":4}`:  3,
		`{"a":1,"b":2,"a":"\\","b":4}`:   2,
		`{"a":1,"ab":2,"a":3,"b":4}`:     3,
		`{"":1,"\"":2,"":3,"\\":4,"":5}`: 3,
		`"":1`:                           1,
	} {
		var v Vocabulary
		for i, c := range []byte(src) {
			if c == ':' && !v.AddBefore([]byte(src), i) {
				t.Errorf("%s: no name before %d", src, i)
			}
		}
		if v.Len() != words {
			t.Errorf("%s: %d words, want %d", src, v.Len(), words)
		}
	}
	for _, src := range []string{"", "x", `"`, ` "`, `x"`, `\"x"`} {
		if new(Vocabulary).AddBefore([]byte(src), len(src)) {
			t.Errorf("%s is a name", src)
		}
	}
}

func BenchmarkVocabulary(b *testing.B) {
	for _, name := range []string{"name", "gr\u00f6\u00dfe", "\u043D\u043E\u043C\u0435\u0440", "\u756A\u53F7"} {
		b.Run(name+"/expected", func(b *testing.B) {
			var v Vocabulary
			text := []byte(`{"` + name + `"`)
			for b.Loop() {
				v.AddBefore(text, len(text))
			}
		})
		b.Run(name+"/known", func(b *testing.B) {
			var v Vocabulary
			text := []byte(`{"` + name + `"`)
			for b.Loop() {
				v.last = 1
				v.AddBefore(text, len(text))
			}
		})
		b.Run(name+"/new", func(b *testing.B) {
			var texts [60_000][]byte
			for i := range texts {
				texts[i] = fmt.Appendf(nil, `{"%s%06d"`, name, i)
			}
			var v Vocabulary
			i := 0
			for b.Loop() {
				v.AddBefore(texts[i], len(texts[i]))
				if i++; i == len(texts) {
					v, i = Vocabulary{}, 0
				}
			}
		})
	}
}
