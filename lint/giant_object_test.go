package lint

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// giantObject returns a text with a few errors, or without any other than equal names, whose members are almost all in one object. Some
// names are equal to others or look like others, wherever the errors are.
func giantObject(rng *rand.Rand, members int, isValid bool) []byte {
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
	if isValid {
		errors, odd = nil, 10+rng.IntN(1+members/4)
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
		b, o := giantObject(rng, 1+rng.IntN(600), false), pieceVariants[rng.IntN(len(pieceVariants))]
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

// equalNamesOf returns the offsets of the names in a valid text that are equal to earlier names of their objects, with those of the
// first names.
func equalNamesOf(t *testing.T, b []byte) (found []string) {
	t.Helper()
	var open []map[string]int64
	for tokens := tokenizer.New(b); ; {
		token, err := tokens.Next()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token.Kind() {
		case tokenizer.BeginObject:
			open = append(open, map[string]int64{})
		case tokenizer.EndObject:
			open = open[:len(open)-1]
		case tokenizer.Name:
			name := string(unique.AppendName(nil, token.Body()))
			names := open[len(open)-1]
			if first, ok := names[name]; ok {
				found = append(found, fmt.Sprint(token.Offset(), first))
			} else {
				names[name] = token.Offset()
			}
		}
	}
}

// TestGiantObjectsWithEqualNames checks that a file whose only errors are equal names has the same findings as a text in memory, and that
// these include all equal names that a map finds.
func TestGiantObjectsWithEqualNames(t *testing.T) {
	t.Parallel()
	rounds := 1500
	if longtest.Off() {
		rounds = 200
	}
	rng := rand.New(rand.NewPCG(51, 3))
	equal, known := 0, 0
	for range rounds {
		b, o := giantObject(rng, 1+rng.IntN(1500), true), pieceVariants[rng.IntN(len(pieceVariants))]
		o.MaxProblems = -1
		if rng.IntN(3) == 0 {
			o.Severities = maps.Clone(o.Severities)
			if o.Severities == nil {
				o.Severities = map[string]Severity{}
			}
			o.Severities[[]string{"case-collision", "key-order", "empty-keys", "confusable-keys"}[rng.IntN(4)]] = []Severity{Off, Warning}[rng.IntN(2)]
		}
		if rng.IntN(3) == 0 {
			b = bytes.ReplaceAll(b, []byte("ä"), []byte("a")) // more names are equal, and fewer are outside ASCII
		}
		o.Workers = rng.IntN(4)
		l := New(o)
		l.window = smallWindow(b, 600+rng.IntN(3000))
		l.whole, l.segment, l.reading.Segment = l.window, 512*rng.IntN(2), 512
		far := New(o)
		far.farError = math.MaxInt
		want := far.Check(b)
		l.farError = rng.IntN(2) * rng.IntN(2*len(b))
		if got := l.Check(b); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %s\ngot %s\nwant %s", b, firstDifference(got, want), describe(got), describe(want))
		}
		for from, r := range map[string]io.Reader{"file": bytes.NewReader(b), "pipe": onlyReader{bytes.NewReader(b)}} {
			got, err := l.CheckReader(t.Context(), r)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q from a %s: %v, %s\ngot %s\nwant %s", b, from, err, firstDifference(got, want), describe(got), describe(want))
			}
		}
		if level, isSet := o.Severities["duplicate-keys"]; isSet && level == Off {
			continue
		}
		var found []string
		for _, d := range want.Diagnostics {
			if d.Rule == "duplicate-keys" {
				found = append(found, fmt.Sprint(d.Offset, d.Related[0].Offset))
			}
		}
		all := equalNamesOf(t, b)
		if !slices.Equal(found, all) {
			t.Fatalf("%q: %q, want %q", b, found, all)
		}
		equal += len(all)
		p := newCleanPass(&l.settings)
		if p.run(t.Context(), bytes.NewReader(b), int64(len(b))); p.repeats != nil {
			known++
		}
	}
	if equal < rounds || known < rounds/20 {
		t.Errorf("%d names are equal; the repeated names are known of %d texts", equal, known)
	}
}
