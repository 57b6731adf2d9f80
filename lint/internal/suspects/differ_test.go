package suspects

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A pair of names that differ only in case is noticed wherever it is, and whether or not the last line ends. Lines without such a pair
// need no walk, if there is a kernel. The oracle is [strings.EqualFold], which folds as encoding/json does.
func TestDifferInLines(t *testing.T) {
	spellings := []string{"name", "Name", "naMe", "näme", "NÄME", "kind", "\u212Aind", "sum", "\u017Fum", "ß", "ss", "σ", "ς", "x"}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			a, b := spellings[rng.IntN(len(spellings))], spellings[rng.IntN(len(spellings))]
			var text strings.Builder
			lines, pair := 1+rng.IntN(40), rng.IntN(40)
			for i := range lines {
				if i == pair {
					fmt.Fprintf(&text, "{%q:1,%q:{%q:2},%q:3}\n", a, "between", a, b)
				} else {
					fmt.Fprintf(&text, "{%q:1,%q:[{%q:2}]}\n", a, "other", b)
				}
			}
			want := jsonsimd.HasKernel() && (pair >= lines || !strings.EqualFold(a, b))
			for _, src := range []string{text.String(), strings.TrimSuffix(text.String(), "\n")} {
				if got := DifferInLines([]byte(src), grammar, unique.AnyCase); got != want {
					t.Fatalf("DifferInLines = %v, want %v, for %d lines with %q and %q in line %d", got, want, lines, a, b, pair)
				}
			}
		}
	})
}

// A verdict on names that look alike is that of an oracle, which compares the skeletons of all names in an object: in short and long
// documents, in small and large objects, with and without escapes, and if several goroutines check parts of a document.
func TestLooksOfNames(t *testing.T) {
	common := []string{"id", "name", "größe", "номер", "番号", "संख्या", "état d’esprit", "😀", strings.Repeat("ю", 40)}
	odd := []string{"e\u0301_0123456789abcdef", "\u212A_0123456789abcdef", "аx", "ax", "рост", "pост", "e\u0301", "Å", "\u212B", "a\u200Bb", "ab", "o’b", "o'b", "ｎ", "n", "𝐱", "x"}
	rounds := 3000
	if longtest.Off() || asmtest.Slow() {
		rounds = 300
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		passed, failed := 0, 0
		for range rounds {
			b, rare := []byte("["), 1+rng.IntN(200)
			differ := true
			for range 1 + rng.IntN(20) {
				seen := map[string]bool{}
				b = append(b, '{')
				for i := range 1 + rng.IntN(1+rng.IntN(400)) {
					name := common[rng.IntN(len(common))]
					if rng.IntN(2) == 0 {
						name = fmt.Sprint(name, i)
					}
					if rng.IntN(rare) == 0 {
						name = odd[rng.IntN(len(odd))]
					}
					form, _, isSure := names.Looks.Fold([]byte(name), 0)
					if seen[string(form)] && isSure {
						continue
					}
					seen[string(form)] = true
					differ = differ && isSure
					b = append(appendName(b, name, rng), ":1,"...)
				}
				if rng.IntN(10*rare) == 0 { // repeat the look of a name
					for _, pair := range [][2]string{{"сор", "cop"}, {"о", "o"}, {"o\u2019", "o'"}} {
						b = append(append(appendName(b, pair[0], rng), ":1,"...), appendName(nil, pair[1], rng)...)
						b = append(b, ":2,"...)
						differ = false
					}
				}
				b = append(b, `"":[]},`...)
			}
			b = append(b, "0]"...)
			rules := grammar
			rules.UniqueNames, rules.Form = true, names.Looks
			got, valid := Find(b, ruleset.Names, &rules)
			if valid != differ || valid && got != 0 {
				t.Fatalf("%v, %b, want %v: %s", valid, got, differ, b)
			}
			rules.Workers, rules.PartSize = 2, uint16(1+rng.IntN(3000))
			if _, valid := Find(b, ruleset.Names, &rules); valid != differ {
				t.Fatalf("in parts: %v, want %v: %s", valid, differ, b)
			}
			if differ {
				passed++
			} else {
				failed++
			}
		}
		if passed < rounds/10 || failed < rounds/10 {
			t.Errorf("%d passed, %d failed", passed, failed)
		}
	})
}

// appendName appends a name between quotation marks, in which some characters may be escaped.
func appendName(b []byte, name string, rng *rand.Rand) []byte {
	b = append(b, '"')
	escapes := rng.IntN(4) == 0
	for _, r := range name {
		if escapes && r < 0x10000 && rng.IntN(3) == 0 {
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}
