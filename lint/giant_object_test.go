package lint

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// giantObject returns a text with a few errors, whose members are almost all in one object. Some names are equal to others or
// look like others, wherever the errors are.
func giantObject(rng *rand.Rand, members int) []byte {
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	odd := 10 + rng.IntN(3*members) // one of so many names is like another one
	plain := rng.IntN(2) == 0       // no name looks like another one, or has an escape
	name := func(i int) string {
		if rng.IntN(odd) > 0 || plain && rng.IntN(3) > 0 {
			return fmt.Sprintf(`"name%d"`, i)
		}
		i = rng.IntN(members)
		if plain {
			return fmt.Sprintf(`"name%d"`, i)
		}
		return fmt.Sprintf(one(`"name%d"`, `"nаme%d"`, `"n\u0061me%d"`, `"\u006E\u0430me%d"`, `"näme%d"`, `"n\"me%d"`, `"\\%d"`), i)
	}
	var errors []int
	for range 1 + rng.IntN(6)*rng.IntN(3)/4 {
		errors = append(errors, rng.IntN(members))
	}
	blank, begin, end := strings.Repeat(" ", rng.IntN(60)), "", ""
	for range rng.IntN(3) * rng.IntN(2) {
		if rng.IntN(2) == 0 {
			begin, end = begin+"[1,", "]"+end
		} else {
			begin, end = begin+`{"name0":0,"name1":1,"x":`, "}"+end
		}
	}
	b := []byte(begin + "{")
	for i := range members {
		bad := slices.Contains(errors, i)
		before := len(b)
		b = append(b, one("", "\n", blank)+name(i)+":"+one(`0`, `"name1"`, `[1, 2]`, `{"name1":1,"name2":{"name3":3}}`, "null"+blank)+one(",", ",\n")...)
		if !bad {
			continue
		}
		switch rng.IntN(8) {
		case 0:
			b = append(b, one(",", ",", "@", ":", "}", "]", "<<<<<<< x\n", "'a':1,")...)
		case 1:
			b = append(b[:before], bytes.Replace(b[before:], []byte(":"), nil, 1)...)
		case 2:
			b = bytes.TrimRight(b, ",\n")
			b = append(b, '\n')
		case 3:
			at := before + bytes.IndexByte(b[before:], '"')
			b = slices.Delete(b, at, at+1)
		case 4:
			at := before + bytes.LastIndexByte(b[before:], ',')
			b = slices.Replace(b, at, at+1, []byte(one("\"", ";", "}", ""))...)
		case 5:
			b = append(b, `"\q":0,`...)
		case 6:
			b = append(b, `"inner":{"name1":1,,"name2":2},`...)
		default:
			b = append(b, one(name(rng.IntN(members)), "{", "[1", "1,", "\"open\n")...)
		}
	}
	return append(b, `"last":0}`+end+"\n"...)
}

// TestGiantObjects checks that the findings in objects with many names are the same if the names before the first
// error come from an outline, and if they do not.
func TestGiantObjects(t *testing.T) {
	t.Parallel()
	rounds := 2000
	if longtest.Off() {
		rounds = 300
	}
	rng := rand.New(rand.NewPCG(29, 3))
	apart, alike := 0, 0
	for range rounds {
		b, o := giantObject(rng, 1+rng.IntN(600)), pieceVariants[rng.IntN(len(pieceVariants))]
		checkGiant(t, rng, b, o)
		r := New(Options{MaxProblems: -1}).Check(b)
		first := slices.IndexFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Rule == "syntax" })
		if first < 0 {
			continue
		}
		at := r.Diagnostics[first].Offset
		isApart := func(rule string) bool {
			return slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool {
				return d.Rule == rule && d.Offset > at+1000 && d.Related[0].Offset < at
			})
		}
		if isApart("duplicate-keys") {
			apart++
		}
		if isApart("confusable-keys") {
			alike++
		}
	}
	if apart < rounds/20 || alike < rounds/50 {
		t.Errorf("in %d rounds, names before and after an error were equal %d times, and alike %d times", rounds, apart, alike)
	}
}

// checkGiant checks the text b with several limits.
func checkGiant(t *testing.T, rng *rand.Rand, b []byte, o Options) {
	t.Helper()
	far := New(o)
	far.farError = math.MaxInt
	want := far.Check(b)
	for range 2 {
		near := New(o)
		near.farError, near.reading.Segment, near.segment = rng.IntN(2)*rng.IntN(5000), 512, 512
		near.window = smallWindow(b, 600)
		near.whole = near.window
		if got := near.Check(b); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %s\ngot %s\nwant %s", b, firstDifference(got, want), describe(got), describe(want))
		}
		if got, err := near.CheckReader(t.Context(), bytes.NewReader(b)); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q from a file: %v, %s\ngot %s\nwant %s", b, err, firstDifference(got, want), describe(got), describe(want))
		}
	}
}
