package parts_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/conformance"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
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

// checkBoth tests that Passes accepts nothing that the sequential check rejects, and reports whether b is valid.
func checkBoth(t *testing.T, rules scan.Rules, b []byte, workers, size int) bool {
	t.Helper()
	want := index.Check(&rules, b)
	if parts.Passes(&rules, b, workers, size, nil) && want != nil {
		t.Fatalf("%d workers, parts of %d bytes, %+v: valid, want %+v\n%q", workers, size, rules, want, b[:min(len(b), 3000)])
	}
	return want == nil
}

// randomDocument returns a document that is valid or nearly so. Most documents are short, so that
// many can be tried.
func randomDocument(rng *rand.Rand) []byte {
	n := 1 << rng.IntN(10)
	if rng.IntN(24) == 0 {
		n = 1 << (10 + rng.IntN(4))
	}
	var text string
	switch k := rng.IntN(128); {
	case k == 0:
		text = string(jsontest.LargeObjects(rng))
	case k < 20:
		if rng.IntN(8) == 0 {
			n = 4000 + rng.IntN(4000) // a string must be long to be cut
		}
		text = jsontest.HardToCut(rng, n)
	case k < 64:
		text = jsontest.Nested(rng, n)
	default:
		text = jsontest.Mixed(rng, n)
	}
	if rng.IntN(8) == 0 {
		text = strings.ReplaceAll(text, ",", ",\n  ")
	}
	if rng.IntN(4) == 0 {
		text = strings.ReplaceAll(text, ",1]", ",1e999]") // not I-JSON
	}
	if rng.IntN(16) == 0 {
		text = scan.BOM + text
	}
	b := []byte(text)
	switch k := rng.IntN(6); {
	case len(b) == 0:
	case k == 0:
		b = jsontest.Wreck(rng, b)
	case k == 1:
		b = breakStructure(rng, b)
	case k == 2:
		b = b[:rng.IntN(len(b))]
	}
	return b
}

// isCutRightly reports whether all places where a valid document is cut are what they seem, so that it must be checked in parts.
func isCutRightly(b []byte, size int) bool {
	inString := make([]bool, len(b)+1)
	inside := false
	for i := 0; i < len(b); i++ {
		inString[i] = inside
		switch {
		case inside && b[i] == '\\':
			i++
			inString[i] = true
		case b[i] == '"':
			inside = !inside
		}
	}
	for from := size; from < len(b); from += size {
		cut, found := parts.Next(b, from)
		if !found {
			continue
		}
		if cut.InString != inString[cut.At] {
			return false
		}
		if from = cut.At; cut.InString {
			end := cut.At + slices.Index(inString[cut.At:], false)
			if rest := bytes.TrimLeft(b[end:], " \t\r\n"); len(rest) > 0 && rest[0] == ':' {
				return false // in a name
			}
		}
	}
	return true
}

// breakStructure removes, doubles or replaces a bracket or comma, so that all tokens stay valid unless
// it is in a string. b must not be empty.
func breakStructure(rng *rand.Rand, b []byte) []byte {
	const structure = "[]{},"
	at := rng.IntN(len(b))
	n := bytes.IndexAny(b[at:], structure)
	if n < 0 {
		return b[:at]
	}
	at += n
	switch rng.IntN(3) {
	case 0:
		return slices.Delete(b, at, at+1)
	case 1:
		return slices.Insert(b, at, b[at])
	default:
		b[at] = structure[rng.IntN(len(structure))]
		return b
	}
}

// randomSize returns the length of the parts of a document of n bytes. It permits about a hundred parts
// at most.
func randomSize(rng *rand.Rand, n int) int {
	return 1 + n/100 + rng.IntN(1<<rng.IntN(11))
}

// randomWorkers returns a number of goroutines. It is usually 1, because starting others takes longer
// than checking most of the documents, and the parts are the same.
func randomWorkers(rng *rand.Rand) int {
	if rng.IntN(8) == 0 {
		return 2 + rng.IntN(2)
	}
	return 1
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
	if rng.IntN(4) == 0 {
		rules.MaxTokens, rules.Counting = 1<<30, true // more tokens than any of the documents has
	}
	switch rng.IntN(4) {
	case 0:
		rules.UniqueNames = true
	case 1:
		rules.UniqueNames, rules.IJSON = true, true
	}
	return rules
}

// Whatever the document, and wherever it is cut, no invalid document passes.
func TestNothingInvalidPasses(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 1))
		valid := 0
		for range *documents {
			b := randomDocument(rng)
			if checkBoth(t, randomRules(rng), b, randomWorkers(rng), randomSize(rng, len(b))) {
				valid++
			}
		}
		if valid < *documents/4 || valid > *documents*3/4 {
			t.Errorf("%d of %d documents are valid", valid, *documents)
		}
	})
}

// The documents of JSONTestSuite, cut at many places.
func TestCheckOfSuite(t *testing.T) {
	cases, err := conformance.Suite("../../..")
	if err != nil {
		t.Fatal(err)
	}
	eachKernel(t, func(t *testing.T) {
		for _, c := range cases {
			b := c.Data
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
				text = jsontest.HardToCut(rng, n)
			case 1:
				text = jsontest.Mixed(rng, n)
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
			b := []byte(jsontest.Mixed(rng, 50_000))
			for _, text := range [][]byte{b, []byte(`{"a":"` + strings.Repeat("text, and more: ", 5000) + `"}`)} {
				rules := scan.Plain(scan.DefaultMaxDepth)
				if !parts.Passes(&rules, text, 2, 8000, nil) {
					t.Fatalf("not in parts:\n%.5000s", text)
				}
			}
		}
	})
}

func FuzzCheck(t *testing.F) {
	f := fuzzing.Of(t)
	for _, doc := range append(jsontest.StreamSeeds(), `{"a":"b,c","d":[1,{"e":2}],"f":",",",":","}`, `{"a":{"b":1,"c":{"d":1}},"b":[{"d":2,"e":{}}],"\u0061":1e400}`) {
		f.Add([]byte(doc), uint8(7), uint16(100), uint8(0))
		f.Add([]byte(doc), uint8(7), uint16(100), uint8(3))
	}
	f.Fuzz(func(t *testing.T, b []byte, size uint8, depth uint16, beyond uint8) {
		if len(b) > 0 && jsonsimd.HasKernel() {
			rules := scan.Plain(int(depth))
			rules.UniqueNames, rules.IJSON, rules.AllowBOM = beyond&1 != 0, beyond&3 == 3, beyond&4 != 0
			if rules.UniqueNames && beyond&8 != 0 {
				rules.Form = unique.AnyCase
			}
			checkBoth(t, rules, b, 2, 1+int(size))
		}
	})
}
