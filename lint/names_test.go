package lint

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint/internal/suspects"
)

// scripts are names in different scripts. No two of them look alike.
var scripts = []string{
	"id", "name", "größe", "straße", "état d’esprit", "номер", "название", "番号", "メール", "번호", "رقم", "संख्या", "😀 x", `gr\u00f6\u00dfer`, `\u043d\u043e\u0432`, `a\"b\\`, "x\\\\", "",
}

// odd holds names and pairs of names. Rules about names report them, except the pairs in which the
// same name is written in two ways.
var odd = [][]string{
	{"аx", "ax"}, {`\u0430x`, "ax"}, {"рост", "pост"}, {"e\u0301", "é"}, {`e\u0301`, "é"}, {"НОМЕР", "НOМЕР"}, {"a\u200Bb", "ab"}, {"o’b", "o'b"},
	{"Å", "\u212B"}, {"ｎ", "n"}, {"𝐱", "x"}, {`\ud83d\ude00`, "😀"}, {`\ud800`, `\udc00`}, {`\u0061`, "a"}, {"e\u0301"}, {"НОМЕР"}, {"o’b"},
}

// randomNames returns a valid document of objects whose names come from the parameter few. If
// distinct is set, many names occur only once.
func randomNames(rng *rand.Rand, few []string, size int, distinct bool) []byte {
	b := []byte("[")
	for len(b) < size {
		if len(b) > 1 {
			b = append(b, ",  "...)
		}
		b = append(b, '{')
		depth, seen := 1, map[string]bool{}
		for i := range 1 + rng.IntN(20) {
			if i > 0 {
				b = append(b, ", "[:1+rng.IntN(2)]...)
			}
			name := few[rng.IntN(len(few))]
			switch {
			case distinct:
				name += fmt.Sprint(rng.IntN(1000))
			case seen[name] && rng.IntN(200) > 0:
				name += fmt.Sprint(i)
			}
			seen[name] = true
			b = fmt.Appendf(b, `"%s"%s:`, name, []string{"", "", " ", "\t\n"}[rng.IntN(4)])
			switch rng.IntN(12) {
			case 0:
				b = append(b, `{"in": 1}`...)
			case 1:
				b = fmt.Appendf(b, `"%s"`, strings.Repeat(`é\\\"`, rng.IntN(40)))
			case 2:
				b = fmt.Appendf(b, `[{"%s": "%s"}]`, few[rng.IntN(len(few))], name)
			case 3:
				b = append(b, `{"out": `...)
				depth++
				fallthrough
			default:
				b = fmt.Append(b, i)
			}
			if depth > 1 && rng.IntN(3) > 0 {
				b = append(b, '}')
				depth--
			}
		}
		b = append(b, strings.Repeat("}", depth)...)
	}
	return append(b, "] "...)
}

// TestNamesAtRandom compares the findings about names with those of a walk that takes no shortcuts,
// in memory and from a reader that can seek.
func TestNamesAtRandom(t *testing.T) {
	t.Parallel()
	rounds := 4000
	if longtest.Off() {
		rounds = 300
	}
	rng := rand.New(rand.NewPCG(71, 72))
	options := []Options{
		{Severities: map[string]Severity{"duplicate-keys": Off}},
		{Severities: map[string]Severity{"duplicate-keys": Off, "unnormalized-keys": Warning, "lone-surrogates": Off}},
		{Severities: map[string]Severity{"duplicate-keys": Off, "unnormalized-keys": Warning, "confusable-keys": Off}},
		{Dialect: NDJSON, Severities: map[string]Severity{"duplicate-keys": Off, "unnormalized-keys": Info}},
	}
	clean, found := 0, map[string]int{}
	for range rounds {
		few := append([]string(nil), scripts...)
		if rng.IntN(3) == 0 {
			few = few[rng.IntN(len(few)):]
		}
		for range rng.IntN(3) {
			few = append(few, odd[rng.IntN(len(odd))]...)
		}
		size := 200
		if rng.IntN(2) == 0 {
			size = rng.IntN(60_000)
		}
		src := randomNames(rng, few, size, rng.IntN(3) == 0)
		o := options[rng.IntN(len(options))]
		if o.Dialect == NDJSON {
			src = bytes.ReplaceAll(src, []byte("\n"), []byte(" "))
			src = append(bytes.ReplaceAll(src[1:len(src)-2], []byte(",  {"), []byte("\n{")), '\n')
		}
		o.MaxProblems = -1
		l := New(o)
		l.window, l.whole = 3000, 3000
		got := l.Check(src)
		if o.Dialect != NDJSON {
			if want := thorough(o, src); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: found\n%swant\n%s", src, describe(got), describe(want))
			}
			if on, valid := suspects.Find(src, l.on, &l.verdict); valid && isClean(&l.settings, src, on) {
				clean++
			}
		}
		if read, err := l.CheckReader(t.Context(), bytes.NewReader(src)); err != nil || !reflect.DeepEqual(read, got) {
			t.Fatalf("%s: %v, read\n%swant\n%s", src, err, describe(read), describe(got))
		}
		for _, d := range got.Diagnostics {
			found[d.Rule]++
		}
	}
	if jsonsimd.HasKernel() && clean < rounds/5 || found["confusable-keys"] < rounds/5 || found["unnormalized-keys"] < rounds/5 {
		t.Errorf("%d are clean, found %v", clean, found)
	}
}

// TestNamesAnywhere moves a name over the edges of all parts in which a document is read and indexed.
func TestNamesAnywhere(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 97
	}
	l := New(Options{Severities: map[string]Severity{"unnormalized-keys": Warning}})
	l.window, l.whole = 3000, 3000
	const indexed = 16 << 10
	for _, c := range []struct {
		first, second string
		count         int
	}{
		{`"größe"`, `"größen"`, 0},
		{`"größe"`, `"größ\u0435"`, 1},
		{`"аx"`, `"ax"`, 1},
		{`"а"`, `"\\a"`, 0},
		{`"\"é\\"`, `"\"é\\\u200b"`, 1},
		{`"é"`, "\"e\u0301\"", 2},
		{`"é` + strings.Repeat("x", 5000) + `"`, `"é"`, 0},
		{`"é` + strings.Repeat(`\\`, 10_000) + `"`, `"é` + strings.Repeat(`\\`, 10_000) + `\""`, 0},
	} {
		for before := indexed - 30; before < indexed+30; before += 1 + (step-1)/20 {
			for _, between := range []int{0, indexed - 20, indexed - 11, 3*indexed - 3} {
				src := fmt.Appendf(nil, "%*s{%s:1,%*s%s\n :2}\n", before, "", c.first, between, "", c.second)
				want := thorough(l.options, src)
				if len(want.Diagnostics) != c.count {
					t.Fatalf("%s and %s: %d findings", c.first, c.second, len(want.Diagnostics))
				}
				if got := l.Check(src); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s and %s after %d and %d: found\n%s", c.first, c.second, before, between, describe(got))
				}
				if got, err := l.CheckReader(t.Context(), bytes.NewReader(src)); err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%s and %s after %d and %d: %v, read\n%s", c.first, c.second, before, between, err, describe(got))
				}
				if c.count > 0 || len(c.first) > 1000 || !jsonsimd.HasKernel() {
					continue
				}
				if p, err := readsClean(&l.settings, &input{ctx: t.Context(), r: reading.Reader{R: bytes.NewReader(src)}}); p.on != 0 || err != nil {
					t.Fatalf("%s and %s after %d and %d: %b, %v", c.first, c.second, before, between, p.on, err)
				}
			}
		}
	}
}
