package lint

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// continued returns a text with a few errors. After each of them follows a longer part, which usually has no
// findings, but some of its names are like those of the objects that are open.
func continued(rng *rand.Rand) []byte {
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	isPlain := false
	name := func() string {
		if isPlain {
			return one(`"a"`, `"pa"`, `"b"`)
		}
		return one(`"ax"`, `"b"`, `"\u0061x"`, `"аx"`, `"ä"`, `"ö"`, `"p\qа"`, `"p\qa"`, `"pа"`, `"pa"`, `""`, "\"\t\"", `c`, fmt.Sprintf(`"n%d"`, rng.IntN(1000)), fmt.Sprintf(`"ü%d"`, rng.IntN(1000)))
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
	if isPlain = rng.IntN(3) == 0; isPlain {
		odd = 12
	}
	part(10 + rng.IntN(60))
	if isPlain || rng.IntN(8) == 0 {
		if isPlain {
			odd, isPlain = 4, false
		}
		b = append(b, one("1e999,", "\"\u202E\",", "@", "{\"ax\":1,\"ax\":2},", "{\"ax\":1,\"аx\":2},", ">>>>>>> y\n")...)
		part(rng.IntN(20))
	}
	for i := len(open) - 1; i >= 0; i-- {
		b = append(b, map[byte]string{']': "0],", '}': `"last":0},`}[open[i]]...)
	}
	b[len(b)-1] = '\n'
	return b
}

// TestTextsAfterErrors checks that a text with a few errors has the same findings, wherever the walk begins.
func TestTextsAfterErrors(t *testing.T) {
	t.Parallel()
	rounds := 8000
	if longtest.Off() {
		rounds = 300
	}
	rng := rand.New(rand.NewPCG(25, 10))
	for range rounds {
		b := continued(rng)
		if rng.IntN(3) == 0 {
			b = append(b, continued(rng)...)
		}
		checkAfterErrors(t, b, pieceVariants[rng.IntN(len(pieceVariants))])
	}
}

// checkAfterErrors checks that src has the same findings if it is walked over from its start, from shortly before its first
// error, and in a window. It returns a Linter that begins shortly before the first error.
func checkAfterErrors(t *testing.T, src []byte, o Options) *Linter {
	t.Helper()
	far, near := New(o), New(o)
	far.farError, near.farError, near.reading.Segment = math.MaxInt, 0, 512
	near.window = smallWindow(src, 600)
	near.whole = near.window
	want := far.Check(src)
	if got := near.Check(src); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: %s\ngot %s\nwant %s", src, firstDifference(got, want), describe(got), describe(want))
	}
	if got, err := near.CheckReader(t.Context(), bytes.NewReader(src)); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%q from a file: %v, %s\ngot %s\nwant %s", src, err, firstDifference(got, want), describe(got), describe(want))
	}
	return near
}

// Names between two errors are compared with later names, as long as their objects are open.
func TestNamesBetweenErrorsAreCompared(t *testing.T) {
	space := strings.Repeat(" ", 300)
	elements, members := strings.Repeat(`"text",`+space, 300), ""
	for i := range 300 {
		members += fmt.Sprintf(`"p%d":0,`, i) + space
	}
	for _, c := range []struct {
		text  string
		found bool
	}{
		{`[1,, ` + elements + `{"ax":1,` + members + `@ "аx":2}]`, true},
		{`[{"b":[1,, ` + elements + `2], "ax":1,` + members + `@ "аx":2}]`, true},
		{`[{"b":[1,, ` + elements + `2], "ax":1,` + members + `"cx":[@ 0], "аx":2}]`, true},
		{`[{"ax":1,, ` + members + `@ "аx":2}]`, true},
		{`[{"ax":1,, ` + members + `"z":0}, {"q":0,` + members + `@ "аx":2}]`, false},
		{`[{"ax":[1,, ` + elements + `{"ax":0,` + members + `"z":{"ax":0}}], "y":{"z":0,` + members + `@ "аx":2}}]`, false},
		{`[{"ax":[1,, ` + elements + `{"ax":0,` + members + `"z":{"ax":0}}], "y":{"z":0,` + members + `@ "b":2}, "аx":3}]`, true},
	} {
		src := []byte(c.text)
		near := checkAfterErrors(t, src, Options{})
		if got := strings.Contains(describe(near.Check(src)), "confusable-keys"); got != c.found {
			t.Errorf("%.200s: %v", c.text, got)
		}
	}
}
