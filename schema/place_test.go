package schema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// found holds the places of a value and of its name.
type found struct{ value, name span }

// A finder is the oracle for places. It reads a whole document byte by byte, and records the places
// of all values.
type finder struct {
	data   []byte
	at     int
	places map[string]found
}

func findAll(data []byte) map[string]found {
	f := &finder{data: data, places: map[string]found{}}
	f.value("", nowhere)
	return f.places
}

func (f *finder) space() {
	for f.at < len(f.data) && strings.IndexByte(" \t\r\n", f.data[f.at]) >= 0 {
		f.at++
	}
}

// eat skips c and the white space around it if c is the next byte other than white space. It
// reports whether it has skipped c.
func (f *finder) eat(c byte) bool {
	f.space()
	if f.data[f.at] != c {
		return false
	}
	f.at++
	f.space()
	return true
}

func (f *finder) value(pointer string, name span) {
	for old := range f.places { // remove the places of an earlier member with the same name
		if old == pointer || strings.HasPrefix(old, pointer+"/") {
			delete(f.places, old)
		}
	}
	f.space()
	begin := f.at
	switch f.data[f.at] {
	case '{':
		f.at++
		for !f.closes('}') {
			nameAt := f.at
			f.scalar()
			var text string
			if err := json.Unmarshal(f.data[nameAt:f.at], &text); err != nil {
				panic(err)
			}
			at := span{nameAt, f.at}
			f.eat(':')
			f.value(pointer+"/"+strings.ReplaceAll(strings.ReplaceAll(text, "~", "~0"), "/", "~1"), at)
			f.eat(',')
		}
	case '[':
		f.at++
		for i := 0; !f.closes(']'); i++ {
			f.value(pointer+"/"+strconv.Itoa(i), nowhere)
			f.eat(',')
		}
	default:
		f.scalar()
	}
	f.places[pointer] = found{span{begin, f.at}, name}
}

// closes is like eat, but does not skip white space after c.
func (f *finder) closes(c byte) bool {
	f.space()
	if f.data[f.at] == c {
		f.at++
		return true
	}
	return false
}

func (f *finder) scalar() {
	if f.data[f.at] != '"' {
		for f.at < len(f.data) && strings.IndexByte(",:]} \t\r\n", f.data[f.at]) < 0 {
			f.at++
		}
		return
	}
	for f.at++; f.data[f.at] != '"'; f.at++ {
		if f.data[f.at] == '\\' {
			f.at++
		}
	}
	f.at++
}

// randomDocument returns a value with white space, escapes and equal names.
func randomDocument(r *rand.Rand, depth int) string {
	space := []string{"", "", " ", "\n", "\r\n\t"}[r.IntN(5)]
	n := r.IntN(5)
	if depth == 0 {
		n = 0
	}
	names := []string{"a", "\\u0061", "b", "~", "/", "~1", "", "é", "\\n", "\\\"", "\\\\", "{"}
	var b strings.Builder
	switch r.IntN(6) {
	case 0, 1:
		b.WriteString("{" + space)
		for i := range n {
			if i > 0 {
				b.WriteString("," + space)
			}
			fmt.Fprintf(&b, `"%s"%s:%s`, names[r.IntN(len(names))], space, space+randomDocument(r, depth-1))
		}
		b.WriteString(space + "}")
	case 2, 3:
		b.WriteString("[" + space)
		for i := range n * r.IntN(4) {
			if i > 0 {
				b.WriteString("," + space)
			}
			b.WriteString(randomDocument(r, depth-1))
		}
		b.WriteString("]")
	case 4:
		b.WriteString([]string{"null", "true", "false", "0", "-1.5e3"}[r.IntN(5)])
	case 5:
		b.WriteString(`"` + names[r.IntN(len(names))] + `"`)
	}
	return space + b.String()
}

func TestLocate(t *testing.T) {
	documents := 1000
	if longtest.Off() {
		documents = 100
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range documents {
		doc := []byte(randomDocument(r, 5))
		checkPlaces(t, r, doc)
	}
	for _, c := range allCases(t) {
		checkPlaces(t, r, c.document)
	}
}

// checkPlaces compares the results of locate with those of the oracle, first for all values and
// then for a random selection.
func checkPlaces(t *testing.T, r *rand.Rand, doc []byte) {
	t.Helper()
	want := findAll(doc)
	for _, part := range []float64{1, 0.5, 0.1} {
		var leaves []leaf
		var expected []leaf
		for pointer, place := range want {
			if r.Float64() >= part {
				continue
			}
			l := leafAt(pathOf(pointer), "", "")
			p := leaf{at: place.value}
			if place.name != nowhere && r.IntN(2) == 0 {
				l.AtName, p.at = true, place.name
			}
			if r.IntN(4) == 0 {
				l.First, p.related = []string{}, want[""].value
			}
			leaves, expected = append(leaves, l), append(expected, p)
		}
		locate(newTokens(doc, withDepth(nil)), leaves)
		for i, got := range leaves {
			if got.at != expected[i].at || got.related != expected[i].related {
				t.Fatalf("%q: %q is at %v and %v, want %v and %v", doc, leaves[i].Path, got.at, got.related, expected[i].at, expected[i].related)
			}
		}
	}
}

// TestLocateNothing checks that the place of a value that is not in the document is the first byte
// of the innermost value around it.
func TestLocateNothing(t *testing.T) {
	const doc = ` {"a": [1, {"b": 2}], "c": 345}`
	for pointer, want := range map[string]span{
		"/x":       {1, 2},
		"/a/7":     {7, 8},
		"/a/1/x/y": {11, 12},
		"/c/d":     {27, 28},
		"/a/-1":    {7, 8},
		"/a/01":    {7, 8},
	} {
		for _, atName := range []bool{false, true} {
			leaves := []leaf{leafAt(pathOf(pointer), "", "")}
			leaves[0].AtName = atName
			locate(newTokens([]byte(doc), nil), leaves)
			if leaves[0].at != want {
				t.Errorf("%s: %v, want %v", pointer, leaves[0].at, want)
			}
		}
	}
}

func TestPointers(t *testing.T) {
	for _, path := range [][]string{nil, {""}, {"a", "b"}, {"~", "/", "~1", "~0", "a/b~c"}, {"", ""}} {
		if diff := cmp.Diff(path, pathOf(pointerTo(path))); diff != "" {
			t.Errorf("%q: %s", path, diff)
		}
	}
}

func TestLastKeyword(t *testing.T) {
	for location, want := range map[string]string{
		"s#":                                "",
		"s#/properties/items":               "properties",
		"s#/properties/properties":          "properties",
		"s#/properties/a/items":             "items",
		"s#/items/0":                        "items",
		"s#/items/0/additionalItems":        "additionalItems",
		"s#/$defs/a":                        "",
		"s#/$defs/a/unevaluatedProperties":  "unevaluatedProperties",
		"s#/allOf/1/patternProperties/%5Ex": "patternProperties",
		"s#/dependentSchemas/not/not":       "not",
	} {
		if got := lastKeyword(location); got != want {
			t.Errorf("%s: %q, want %q", location, got, want)
		}
	}
}
