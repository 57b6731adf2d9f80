package parts_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/parts"
	"github.com/assayjson/assay/internal/scan"
)

var (
	documents = flag.Int("documents", 2000, "number of random documents for each kernel")
	seed      = flag.Uint64("seed", 30, "seed of the random documents")
)

// eachKernel runs f with every kernel. On 32-bit machines, there is none.
func eachKernel(t *testing.T, f func(t *testing.T)) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if jsonsimd.HasKernel() {
			f(t)
		}
	})
}

// checkBoth compares Check with the sequential check, and reports whether b is valid.
func checkBoth(t *testing.T, rules scan.Rules, b []byte, workers, size int) bool {
	t.Helper()
	got, want := parts.CheckIn(rules, b, workers, size), index.Check(rules, b)
	switch {
	case got == nil && want == nil:
		return true
	case got == nil || want == nil || got.Kind != want.Kind || got.Offset != want.Offset || got.Length != want.Length || got.Pointer() != want.Pointer() || got.Position() != want.Position():
		t.Fatalf("%d workers, parts of %d bytes, %+v: %+v, want %+v\n%q", workers, size, rules, got, want, b[:min(len(b), 3000)])
	}
	return false
}

// randomDocument returns a document that is valid or nearly so.
func randomDocument(rng *rand.Rand) []byte {
	n := 1 << rng.IntN(13)
	var text string
	switch rng.IntN(8) {
	case 0, 1, 2:
		text = jsontest.Nested(rng, n)
	case 3:
		text = hostile(rng, n)
	case 4:
		text = string(jsontest.LargeObjects(rng))
	default:
		text = mixed(rng, n)
	}
	if rng.IntN(8) == 0 {
		text = strings.ReplaceAll(text, ",", ",\n  ")
	}
	b := []byte(text)
	if rng.IntN(3) == 0 && len(b) > 0 {
		b = jsontest.Wreck(rng, b)
	}
	return b
}

// mixed returns a document with containers and strings of all kinds and lengths.
func mixed(rng *rand.Rand, n int) string {
	var b strings.Builder
	var value func(depth int)
	text := func() {
		pieces := []string{`,`, `","`, `\"`, `\\`, `:`, `[`, `{`, `}`, `é`, `\u00e9`, `\ud83d\ude00`, `😀`, `a`, ` `, `12`, `true`}
		b.WriteByte('"')
		for range rng.IntN(1 << rng.IntN(8)) {
			p := pieces[rng.IntN(len(pieces))]
			if p == `","` {
				p = `, \",\" ,`
			}
			b.WriteString(p)
		}
		b.WriteByte('"')
	}
	value = func(depth int) {
		switch k := rng.IntN(9); {
		case depth > 0 && k < 3:
			b.WriteByte('[')
			for i := range rng.IntN(6) {
				if i > 0 {
					b.WriteByte(',')
				}
				value(depth - 1)
			}
			b.WriteByte(']')
		case depth > 0 && k < 6:
			b.WriteByte('{')
			for i := range rng.IntN(6) {
				if i > 0 {
					b.WriteByte(',')
				}
				text()
				b.WriteByte(':')
				value(depth - 1)
			}
			b.WriteByte('}')
		case k == 6:
			text()
		default:
			b.WriteString([]string{"1", "-0.5e+7", "true", "null", "123456789"}[rng.IntN(5)])
		}
	}
	b.WriteByte('[')
	for b.Len() < n {
		value(1 + rng.IntN(6))
		b.WriteByte(',')
	}
	value(0)
	b.WriteByte(']')
	return b.String()
}

// hostile returns a document that is hard to cut.
func hostile(rng *rand.Rand, n int) string {
	n = n/2 + 1
	switch rng.IntN(7) {
	case 0:
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case 1:
		return strings.Repeat(`{"":[1,`, n) + "0" + strings.Repeat("]}", n)
	case 2:
		return "[" + strings.Repeat(`",",`, n) + "0]"
	case 3:
		return `["` + strings.Repeat([]string{`,`, `\",\"`, `x`, `é`, `\\`, `\u00e9`, `[1,2],`}[rng.IntN(7)], n) + `",1]`
	case 4:
		return `{"a":"` + strings.Repeat(`12,`, n) + `","` + strings.Repeat(`,:`, n) + `":[1,[2,{"a":1,"b":"` + strings.Repeat(`]`, n) + `"}]]}`
	case 5:
		return strings.Repeat("[0,", n) + "[]" + strings.Repeat(",1]", n)
	default:
		return "[" + strings.Repeat("1.5e3,", n) + "0]" + strings.Repeat(" ", n)
	}
}

func randomRules(rng *rand.Rand) scan.Rules {
	rules := scan.Plain(scan.DefaultMaxDepth)
	switch rng.IntN(4) {
	case 0:
		rules.MaxDepth = rng.IntN(12)
	case 1:
		rules.MaxDepth = rng.IntN(1 << rng.IntN(16))
	}
	rules.AllowBOM = rng.IntN(8) == 0
	return rules
}

// Whatever the document, and wherever it is cut, the result is that of the sequential check.
func TestCheckIsTheSequentialCheck(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 1))
		valid := 0
		for range *documents {
			b := randomDocument(rng)
			if checkBoth(t, randomRules(rng), b, 1+rng.IntN(3), 1+rng.IntN(1<<rng.IntN(11))) {
				valid++
			}
		}
		if valid < *documents/4 || valid > *documents*3/4 {
			t.Errorf("%d of %d documents are valid", valid, *documents)
		}
	})
}

// The documents of JSONTestSuite and of other tests, cut at many places.
func TestCheckOfFiles(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*/*")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	eachKernel(t, func(t *testing.T) {
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				continue // a folder
			}
			for _, size := range []int{1, 64, 100, 1000, 10_000} {
				if len(b)/size < 2000 {
					checkBoth(t, scan.Plain(scan.DefaultMaxDepth), b, 2, size)
				}
			}
		}
	})
}

// Parts of so many tokens that the kernels judge them in several steps.
func TestLongParts(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 2))
		for range max(*documents/100, 4) {
			n := 20_000 + rng.IntN(200_000)
			text := jsontest.Nested(rng, n)
			switch rng.IntN(4) {
			case 0:
				text = hostile(rng, n)
			case 1:
				text = mixed(rng, n)
			}
			b := []byte(text)
			rules := randomRules(rng)
			for range 3 {
				checkBoth(t, rules, b, 1+rng.IntN(3), 1000+rng.IntN(1<<17))
				b = jsontest.Wreck(rng, b)
				if len(b) == 0 {
					break
				}
			}
		}
	})
}

// Valid documents of the usual kind are checked in parts up to their ends.
func TestUsualDocumentsAreCheckedInParts(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 3))
		for range 50 {
			b := []byte(mixed(rng, 50_000))
			for _, text := range [][]byte{b, []byte(`{"a":"` + strings.Repeat("text, and more: ", 5000) + `"}`)} {
				rules := scan.Plain(scan.DefaultMaxDepth)
				if from, valid := parts.Passes(&rules, text, 0, 2, 8000); !valid {
					t.Fatalf("not in parts from %d on:\n%s", from.At, text[max(from.At-100, 0):min(from.At+5000, len(text))])
				}
			}
		}
	})
}

func FuzzCheck(f *testing.F) {
	for _, doc := range append(jsontest.StreamSeeds(), `{"a":"b,c","d":[1,{"e":2}],"f":",",",":","}`) {
		f.Add([]byte(doc), uint8(7), uint16(100))
	}
	f.Fuzz(func(t *testing.T, b []byte, size uint8, depth uint16) {
		if len(b) > 0 && jsonsimd.HasKernel() {
			checkBoth(t, scan.Plain(int(depth)), b, 2, 1+int(size))
		}
	})
}
