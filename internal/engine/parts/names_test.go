package parts_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A namesWriter writes a document whose objects have many names. Some are long or have escapes, and
// a few are equal.
type namesWriter struct {
	strings.Builder
	rng   *rand.Rand
	left  int // number of values that may still be written
	most  int // the binary logarithm of the largest number of members
	equal int // about how many names there are for each one that is repeated
}

func (w *namesWriter) value(depth int) {
	w.left--
	switch n := w.rng.IntN(8); {
	case depth < 12 && (n < 3 || depth == 0) && w.left > 0:
		w.object(depth)
	case depth < 12 && n == 3 && w.left > 0:
		w.WriteByte('[')
		for i := range w.rng.IntN(6) {
			if i > 0 {
				w.WriteByte(',')
			}
			w.value(depth + 1)
		}
		w.WriteByte(']')
	case n == 4:
		w.WriteString(`"` + strings.Repeat("text ", w.rng.IntN(40)) + `"`)
	default:
		w.WriteString(strconv.Itoa(w.rng.IntN(1000)))
	}
}

func (w *namesWriter) object(depth int) {
	members, first := w.rng.IntN(1<<w.rng.IntN(w.most+1)), w.rng.IntN(1000)
	w.WriteByte('{')
	for i := range members {
		if i > 0 {
			w.WriteByte(',')
		}
		n := first + i
		if i > 0 && w.rng.IntN(w.equal) == 0 {
			n = first + w.rng.IntN(i)
		}
		w.name(n)
		w.WriteString([]string{":", ": ", "\n:\t"}[w.rng.IntN(3)])
		if w.rng.IntN(4) > 0 {
			w.WriteByte('0')
		} else {
			w.value(depth + 1)
		}
	}
	w.WriteByte('}')
}

// name writes the name with a number, in one of several ways.
func (w *namesWriter) name(n int) {
	text := strings.Repeat("-", n%5/4*w.rng.IntN(2)*300) // such a name differs from itself without the minus signs
	text += "n" + strconv.Itoa(n)
	if w.rng.IntN(8) == 0 {
		text = strings.ReplaceAll(text, "n", `\u006e`)
	}
	w.WriteString(`"` + text + `"`)
}

func withNames(rng *rand.Rand) []byte {
	w := namesWriter{rng: rng, left: 1 << rng.IntN(7), most: 5, equal: 1 << (2 + rng.IntN(4))}
	if rng.IntN(16) == 0 {
		w.left, w.most = 1<<rng.IntN(10), 8
	}
	w.value(0)
	return []byte(w.String())
}

// Names are compared wherever the document is cut. Valid documents are checked in parts unless a guess about a place is wrong. These
// documents are easy to cut, so that is rare.
func TestNames(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 4))
		valid, uncut := 0, 0
		n := max(*documents/2, 1)
		for range n {
			b := withNames(rng)
			rules := scan.Plain(scan.DefaultMaxDepth)
			rules.UniqueNames, rules.IJSON = true, rng.IntN(2) == 0
			workers, size := randomWorkers(rng), 1+rng.IntN(1<<(1+rng.IntN(14)))
			want := checkBoth(t, rules, b, workers, size)
			if got := parts.Passes(&rules, b, workers, size, nil); !got && want {
				uncut++
				if isCutRightly(b, size) {
					t.Fatalf("parts of %d bytes: rejected\n%s", size, b)
				}
			}
			if want {
				valid++
			}
			if rng.IntN(4) == 0 {
				b[rng.IntN(len(b))] = `{}[]":,\0`[rng.IntN(9)]
				checkBoth(t, rules, b, workers, size)
			}
		}
		if valid < n/5 || valid > n*4/5 {
			t.Errorf("%d of %d documents are valid", valid, n)
		}
		if uncut > n/1000+2 {
			t.Errorf("%d of %d documents are not checked in parts", uncut, n)
		}
	})
}

// An object with very many names, the last of which is equal to one of the others.
func TestManyNames(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		var doc bytes.Buffer
		doc.WriteString(`[{"a": {"b": 1`)
		for i := range 20_000 {
			fmt.Fprintf(&doc, `, "%d": {"x": [1, 2], "y": 3}`, i)
		}
		rules := scan.Plain(scan.DefaultMaxDepth)
		rules.UniqueNames = true
		for _, last := range []string{"", `, "b": 1`, `, "17": 2`, `, "19999": 3`, `, "2000\u0030": 4`, `, "20000": 5`} {
			text := append(bytes.Clone(doc.Bytes()), last+`}, "b": 2}]`...)
			for _, size := range []int{500, 30_000, 700_000} {
				want := index.Check(&rules, text) == nil
				if valid := parts.Passes(&rules, text, 2, size, nil); valid != want {
					t.Errorf("%s, parts of %d bytes: %t", last, size, valid)
				}
			}
			checkBoth(t, rules, text, 2, 100_000)
		}
	})
}

// I-JSON depends on characters and numbers, which may be close to the ends of parts.
func TestIJSON(t *testing.T) {
	values := []string{
		`1e400`, `-1e400`, `1e308`, `1e-400`, strings.Repeat("9", 308), strings.Repeat("9", 310), strings.Repeat("9", 300) + ".5e9", `"1e400"`, `" 1e400, "`,
		`"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, "\"\uffff\"", `"\uFFFE"`, "\"\u00e9\"", `"` + strings.Repeat(`1e400,`, 100) + `"`, `"` + strings.Repeat("9", 400) + `"`,
	}
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 5))
		rules := scan.Plain(scan.DefaultMaxDepth)
		rules.UniqueNames, rules.IJSON = true, true
		for range max(*documents/8, 1) {
			list := make([]string, 1+rng.IntN(30))
			for i := range list {
				list[i] = "12.5"
				if rng.IntN(8) == 0 {
					list[i] = values[rng.IntN(len(values))]
				}
			}
			text := "[" + strings.Join(list, ",") + "]"
			checkBoth(t, rules, []byte(text), 2, 1+rng.IntN(200))
		}
	})
}

// A part may begin inside a string. Numbers after that string must be in range, unlike those that the string seems to contain.
func TestIJSONAfterCutStrings(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rules := scan.Plain(scan.DefaultMaxDepth)
		rules.UniqueNames, rules.IJSON = true, true
		for _, rest := range []string{`",1]`, `",1e400]`, `",` + strings.Repeat("9", 310) + `]`, ` 1e400",1]`, ` ` + strings.Repeat("9", 310) + `.",1]`, ` 1e400","x",1e400]`} {
			text := []byte(`["` + strings.Repeat("x", 20_000) + rest)
			want := checkBoth(t, rules, text, 2, 12_000)
			if valid := parts.Passes(&rules, text, 2, 12_000, nil); valid != want {
				t.Errorf("in parts: %t, want %t: %s", valid, want, rest)
			}
		}
	})
}

// What the visitors of the parts get covers all signs, unless a guess about a place to cut is wrong, which Passes reports.
func TestSigns(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 6))
		uncut := 0
		signs := []string{`1e-300`, "\"\u202e\"", `"\u202e"`, "\"\u00e9\"", `"\u00e9"`, `1e250`, strings.Repeat("7", 70)}
		rules := scan.Plain(scan.DefaultMaxDepth)
		rules.UniqueNames, rules.IJSON = true, true
		for range max(*documents/8, 1) {
			list := make([]string, 1+rng.IntN(300))
			for i := range list {
				list[i] = []string{`12.5`, `"text"`, `{"a": 1}`}[rng.IntN(3)]
				if rng.IntN(60) == 0 {
					list[i] = signs[rng.IntN(len(signs))]
				}
			}
			text := []byte("[" + strings.Join(list, ",") + "]")
			var all []*signCollector
			size := 1 + rng.IntN(1000)
			valid := parts.Passes(&rules, text, 2, size, func() parts.Visitor {
				all = append(all, new(signCollector))
				return all[len(all)-1].Signs
			})
			var want signCollector
			index.VisitSigns(rules, text, true, want.Signs)
			var got jsonsimd.Signs
			for _, c := range all {
				got = union(got, c.found)
			}
			if valid && got != want.found || !valid && isCutRightly(text, size) {
				t.Fatalf("%t, %+v, want %+v\n%s", valid, got, want.found, text)
			}
			if !valid {
				uncut++
			}
		}
		if uncut > *documents/800+2 {
			t.Errorf("%d of %d documents are not checked in parts", uncut, *documents/8)
		}
	})
}

type signCollector struct{ found jsonsimd.Signs }

func (c *signCollector) Signs(_ []byte, _, _ int, s jsonsimd.Signs) bool {
	c.found = union(c.found, s)
	return true
}

func union(a, b jsonsimd.Signs) jsonsimd.Signs {
	return jsonsimd.Signs{
		LargeNumbers: a.LargeNumbers || b.LargeNumbers, SmallNumbers: a.SmallNumbers || b.SmallNumbers,
		Bidi: a.Bidi || b.Bidi,
	}
}
