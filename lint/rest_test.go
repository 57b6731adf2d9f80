package lint

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/tokenizer"
)

// continued returns a text with a few errors. After each of them follows a longer part, which usually has no
// findings, but some of its names are like those of the objects that are open.
func continued(rng *rand.Rand) []byte {
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	name := func() string {
		return one(`"a"`, `"b"`, `"\u0061"`, `"а"`, `"ä"`, `"ö"`, `"p\qа"`, `"p\qa"`, `"pа"`, `"pa"`, `""`, "\"\t\"", `c`, fmt.Sprintf(`"n%d"`, rng.IntN(1000)), fmt.Sprintf(`"ü%d"`, rng.IntN(1000)))
	}
	var open, b []byte
	odd := 8 // one of so many members has a name that may be like another one
	part := func(n int) {
		for ; n > 0; n-- {
			inObject := len(open) > 0 && open[len(open)-1] == '}'
			if inObject {
				b = append(b, fmt.Sprintf(`"m%d":`, len(b))...)
				if rng.IntN(odd) == 0 {
					b = append(append(b[:bytes.LastIndexByte(b, '"')], "\":0,"...), name()+":"...)
				}
			}
			switch opens := rng.IntN(12); {
			case opens < 2:
				open, b = append(open, "}]"[opens]), append(b, "{["[opens])
				continue
			case opens == 2 && len(open) > 1:
				b, open = append(b, '0', open[len(open)-1]), open[:len(open)-1]
			default:
				b = append(b, one("1", `"text"`, `{"x":{"y":2}}`, "[ \"z\",\n3]", strings.Repeat(" ", 300)+"null")...)
			}
			b = append(b, ",\n"...)
		}
	}
	open, b = append(open, ']'), append(b, '[')
	for range 1 + rng.IntN(6)/4 {
		part(rng.IntN(20))
		b = append(b, one(",", "@", ":", "}", "]", "'a'", "<<<<<<< x\n", "\"open\n", "{", "\"\xff\"", "{\"a\":1,\"a\":2},", "\"k\" ")...)
	}
	odd = 60
	part(10 + rng.IntN(60))
	if rng.IntN(8) == 0 {
		b = append(b, one("1e999,", "\"\u202E\",", "@", "{\"a\":1,\"a\":2},", "{\"a\":1,\"а\":2},", ">>>>>>> y\n")...)
		part(rng.IntN(20))
	}
	for i := len(open) - 1; i >= 0; i-- {
		b = append(b, map[byte]string{']': "0],", '}': `"last":0},`}[open[i]]...)
	}
	b[len(b)-1] = '\n'
	return b
}

// TestRestsAreSkipped checks that an invalid text has the same findings if the walk ends where
// nothing more can be found.
func TestRestsAreSkipped(t *testing.T) {
	rounds := 8000
	if longtest.Off() {
		rounds = 1000
	}
	rng := rand.New(rand.NewPCG(25, 10))
	looked, skipped := 0, 0
	for range rounds {
		b := continued(rng)
		o := pieceVariants[rng.IntN(len(pieceVariants))]
		near := checkRests(t, b, o)
		d := newDocument(&near.settings, &Report{}, b, locate.Start)
		tokens := tokenizer.New(b, near.walkingFor(near.on)...)
		bridge.SkipRest(tokens, func(opening, rest []byte) bool {
			clean, _ := d.isCleanText(t.Context(), opening, rest)
			looked++
			if clean {
				skipped++
			}
			return clean
		})
		for err := error(nil); err != io.EOF; {
			_, err = tokens.Next()
		}
	}
	if skipped < rounds/8 || looked-skipped < rounds/8 {
		t.Errorf("%d of %d rests were skipped in %d rounds", skipped, looked, rounds)
	}
}

// checkRests compares the findings in src with those that are found without skipping any text. It returns the Linter
// that has skipped text.
func checkRests(t *testing.T, src []byte, o Options) *Linter {
	t.Helper()
	far, near := New(o), New(o)
	far.farError, near.farError = math.MaxInt, 0
	if got, want := near.Check(src), far.Check(src); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: %s", src, firstDifference(got, want))
	}
	return near
}
