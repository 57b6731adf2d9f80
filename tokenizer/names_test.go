package tokenizer

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var namedDocumentCount = flag.Int("named", 0, "check so many documents with TestNamesDifferential; 0 is for a second or so")

// firstEqual is the oracle: it returns the offset of the first name that occurs earlier in the same
// object, or -1 if all names are unique.
func firstEqual(t *testing.T, b []byte) int {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	type level struct {
		names map[string]bool // nil for an array
		value bool            // a value comes next
	}
	var open []*level
	for {
		token, err := d.Token()
		if err != nil {
			if len(open) > 0 {
				t.Fatalf("%q: %v", b, err)
			}
			return -1
		}
		var in *level
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		switch delim, _ := token.(json.Delim); {
		case delim == ']' || delim == '}':
			open = open[:len(open)-1]
			continue
		case in != nil && in.names != nil && !in.value:
			name := token.(string)
			if in.names[name] {
				begin := int(d.InputOffset()) - 1
				for begin--; b[begin] != '"' || syntax.IsEscaped(b, 0, begin); begin-- {
				}
				return begin
			}
			in.names[name], in.value = true, true
			continue
		case in != nil:
			in.value = false
			fallthrough
		default:
			switch delim {
			case '{':
				open = append(open, &level{names: map[string]bool{}})
			case '[':
				open = append(open, &level{})
			}
		}
	}
}

// The first duplicate name is the one that firstEqual finds with maps, whatever names the previous
// objects had.
func TestNamesDifferential(t *testing.T) {
	count := *namedDocumentCount
	if count == 0 {
		if count = 1500; longtest.Off() {
			count = 200
		}
	}
	defer jsonsimd.Use(true)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(uint64(count), 2))
		unique := 0
		for round := 0; round < count; {
			n := jsontest.NewNamer(rng)
			for range 10 {
				b := n.Document()
				want := firstEqual(t, b)
				jsonsimd.Use(round%16 > 0)
				err := index.Check(new(RulesOf([]Option{UniqueNames()})), b)
				switch {
				case want < 0 && err != nil, want >= 0 && (err == nil || ErrorKind(err.Kind) != DuplicateName || err.Offset != int64(want)):
					t.Fatalf("%q: %v, want the first equal name at %d", b, err, want)
				case want < 0:
					unique++
				}
				if round%8 == 0 {
					checkNames(t, rng, slices.Clone(b))
				}
				round++
			}
		}
		t.Logf("%d of %d documents have unique names", unique, count)
	})
}

// checkNames checks that all functions report the same error for b, and for variants of b with an
// error.
func checkNames(t *testing.T, rng *rand.Rand, b []byte) {
	checkEverywhere(t, rng, b, UniqueNames())
	limit := []Option{MaxMembers(1 + rng.IntN(80)), maxTokens(1 + rng.IntN(len(b)/4)), MaxString(1 + rng.IntN(60)), MaxNumber(4)}
	checkEverywhere(t, rng, b, ServiceLimits(), limit[rng.IntN(len(limit))])
	const replaced = "{}[]:,\"\\ 1x\x80"
	b[rng.IntN(len(b))] = replaced[rng.IntN(len(replaced))]
	checkEverywhere(t, rng, b, UniqueNames())
	checkEverywhere(t, rng, b[:rng.IntN(len(b))], UniqueNames())
}
