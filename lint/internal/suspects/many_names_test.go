package suspects

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// TestManyNames checks that names are judged correctly if there are so many that a proof is tried.
func TestManyNames(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("names are not judged without a kernel")
	}
	unique := tokenizer.RulesOf([]tokenizer.Option{tokenizer.UniqueNames()})
	var b strings.Builder
	for i := range 5 * manyNames {
		fmt.Fprintf(&b, "%q: %d, ", fmt.Sprintf("имя%d", i), i)
	}
	for last, want := range map[string]ruleset.Set{
		`"last": 1`: 0,
		`"имя" : [{"имя7": 1}, {"я" : 2}]`: 0,
		`"\u0438\u043c": 1`:                0,
		`"é": 1, "e": 2`:                   0,
		`"сор": 1`:                         0,
		`"сор": 1, "cop": 2`:               ruleset.Of(ruleset.ConfusableKeys),
		`"имя": {"аx": 1, "ax": 2}`:        ruleset.Of(ruleset.ConfusableKeys),
		`"e\u0301": 1`:                     ruleset.Of(ruleset.UnnormalizedKeys),
		"\"e\u0301\": 1":                   ruleset.Of(ruleset.UnnormalizedKeys),
	} {
		for range 2 { // with and without names of an earlier document
			if got, valid := Find([]byte("{"+b.String()+last+"}"), ruleset.Names, &unique); got != want || !valid {
				t.Errorf("%s: %b, %v, want %b", last, got, valid, want)
			}
		}
	}
	for _, last := range []string{`"имя7": 1`, `"имя": `, `"имя": 1]`} {
		if _, valid := Find([]byte("{"+b.String()+last+"}"), ruleset.Names, &unique); valid {
			t.Errorf("%s is valid", last)
		}
	}
}

// TestManyNamesInParts checks that names in a document that arrives in parts are judged correctly if
// the vocabulary becomes too large and a proof replaces it.
func TestManyNamesInParts(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("names are not judged without a kernel")
	}
	var b strings.Builder
	for i := range mostOfStream / 64 {
		fmt.Fprintf(&b, "%q: %d, ", fmt.Sprintf("имя%d", i), i)
	}
	many := b.String()
	s := NewScanner(ruleset.Names, false, 1<<20)
	for member, clean := range map[string]bool{
		`"n": 1`:                    true,
		`"имя7": [{"имя" : 2}]`:     true,
		`"сор": 1`:                  false, // the proof fails, although nothing looks like this name
		`"é": 1, "e": 2`:            true,
		`"имя": {"аx": 1, "ax": 2}`: false,
		`"\u0438": 1`:               false, // the proof does not decode escapes
		"\"e\u0301\": 1":            false,
	} {
		for _, doc := range []string{"{" + member + ", " + many + many + `"last": 1}`, "{" + many + many + member + "}"} {
			s.Begin(true)
			got := true
			for part := range slices.Chunk([]byte(doc), 100_000) {
				got = got && s.Scan(part)
			}
			if got = got && s.End(); got != clean {
				t.Errorf("%s in a document of %d bytes: %v", member, len(doc), got)
			}
			if clean && s.names.proof == nil {
				t.Errorf("%s: there was no proof", member)
			}
		}
	}
}

// TestFindInRecords checks that nothing is missed in records that are examined together, and that
// records with names outside ASCII are not suspect.
func TestFindInRecords(t *testing.T) {
	var texts []string
	for text := range suspicious {
		if !strings.Contains(text, "\n") {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	rng := rand.New(rand.NewPCG(71, 72))
	for range 2000 {
		var lines []string
		var want ruleset.Set
		for range 1 + rng.IntN(5) {
			line := texts[rng.IntN(len(texts))]
			lines, want = append(lines, line), want|FindInValid([]byte(line), most, grammar)
		}
		src := strings.Join(lines, "\n") + []string{"", "\n", "\r\n"}[rng.IntN(3)]
		if got := FindInRecords([]byte(src), most, grammar); got&want != want {
			t.Errorf("%q: %b, want at least %b", src, got, want)
		}
	}
	clean := strings.Repeat(`{"größe": 1, "h\u00f6he": "ß", "n": {"größe": 2}}`+"\n", 1000)
	for _, src := range []string{clean, strings.TrimSpace(clean), strings.ReplaceAll(clean, "\n", "\r\n"), "\n" + clean, `{"größe": 1}`} {
		if got := FindInRecords([]byte(src), most, grammar); got != 0 && jsonsimd.HasKernel() {
			t.Errorf("%.20q...: %b", src, got)
		}
		for name, want := range map[string]ruleset.Set{`{"e` + "\u0301" + `": 1}`: ruleset.Of(ruleset.UnnormalizedKeys), `{"größе": 1, "größe": 2}`: ruleset.Of(ruleset.ConfusableKeys)} {
			for _, src := range []string{src + "\n" + name, name + "\n" + src} {
				if got := FindInRecords([]byte(src), most, grammar); got&want != want {
					t.Errorf("%.20q... with %s: %b", src, name, got)
				}
			}
		}
	}
}

// TestManyNamesInPieces checks that a proof judges the names in pieces, even if there are so many that
// the names of the outline must not be compared.
func TestManyNamesInPieces(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("names are not judged without a kernel")
	}
	const most = 1 << 10 // bytes of names
	for last, want := range map[string]ruleset.Set{
		`"last": 1`: 0,
		`"имя" : [{"имя7": 1}, {"я" : 2}]`: 0,
		`"имя\u0438": 1`:                   ruleset.Names, // a proof has no escapes
		`"\u0063op": 1`:                    0,
		`"сор": 1, "cop": 2`:               ruleset.Names,
		`"имя": {"аx": 1, "ax": 2}`:        ruleset.Names,
		"\"e\u0301\": 1":                   ruleset.Names,
	} {
		for _, first := range []string{"", `"f\u0069rst": 1, `} {
			p := NewPieces(ruleset.Names, false)
			var o place.Outline
			o.Begin()
			found := ruleset.Set(0)
			add := func(piece string) {
				found |= p.Find([]byte(piece), &o, most)
				if strings.HasSuffix(piece, ",") {
					o.Advance([]byte(piece))
				}
			}
			add("{" + first + `"list":[0,`)
			add("1],")
			for i := range 500 {
				add(fmt.Sprintf("%q: %d, %q: %d,", fmt.Sprintf("имя%d", 2*i), i, fmt.Sprintf("имя%d", 2*i+1), i))
				if i%100 == 0 {
					add(fmt.Sprintf("%q: %d, %q: %d,", fmt.Sprint(2*i), i, fmt.Sprintf(`i\u0064%d`, i), i))
				}
			}
			if found != 0 {
				t.Errorf("%q: %b before the last piece, want nothing", first, found)
			}
			if add(last + "}"); found != want {
				t.Errorf("%q, %q: %b, want %b", first, last, found, want)
			}
		}
	}
}
