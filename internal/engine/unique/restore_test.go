package unique

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/engine/place"
)

// newOutlined returns an outline with random containers and names, and sets to which the same names have been added one by one.
// It also returns the names in the order of the text, and the offset of the text after them.
func newOutlined(rng *rand.Rand) (o *place.Outline, want *Exact, names []place.Name, end int64) {
	o, want = new(place.Outline), new(Exact)
	o.Begin()
	at := place.Place{Position: place.Start}
	move := func(n int) {
		at.Offset, at.Column, at.Rune, at.UTF16 = at.Offset+int64(n), at.Column+n, at.Rune+n, at.UTF16+n
	}
	for range rng.IntN(5) {
		isObject := rng.IntN(3) > 0
		o.Enter(at, isObject)
		if move(1); !isObject {
			continue
		}
		want.Open(nil)
		for i := range rng.IntN(2) * rng.IntN([]int{5, 5000}[rng.IntN(2)]) {
			raw := fmt.Appendf(nil, []string{`"%d"`, `"name%d"`, `"n\u0061me \"%d"`, `"\\%d"`}[rng.IntN(4)], i)
			o.Add(raw, at)
			want.Add(raw, 0, len(raw), true)
			want.Keep(raw, at.Offset)
			want.places[want.placed].Position = at.Position
			want.placed++
			names = append(names, place.Name{Raw: raw, Place: at})
			move(len(raw) + 1 + rng.IntN(300))
		}
	}
	return o, want, names, at.Offset
}

// Names that are restored from an outline are the same as names that have been added.
func TestRestore(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 6))
	for range 100 {
		o, want, names, end := newOutlined(rng)
		var got Exact
		got.Restore(o, nil)
		check := func(what string) {
			t.Helper()
			if fmt.Sprint(got.Firsts) != fmt.Sprint(want.Firsts) || len(got.Spans) != len(want.Spans) || len(got.Keys) != len(want.Keys) || got.Kept != want.Kept || got.placed != want.placed {
				t.Fatalf("%s: %d names in objects from %d, want %d from %d", what, len(got.Spans), got.Firsts, len(want.Spans), want.Firsts)
			}
			for i := range want.Spans {
				if g, w := got.Raw(nil, i), want.Raw(nil, i); string(g) != string(w) || got.Keys[i] != want.Keys[i] || got.Place(i, nil, nil) != want.Place(i, nil, nil) {
					t.Fatalf("%s: name %d is %s at %v, want %s at %v", what, i, g, got.Place(i, nil, nil), w, want.Place(i, nil, nil))
				}
			}
		}
		check("restored")
		for got.depth() > 0 {
			for range rng.IntN(300) { // also repeats names
				raw := []byte(fmt.Sprintf(`"name%d"`, rng.IntN(6000)))
				if len(names) > 0 && rng.IntN(2) == 0 {
					raw = names[rng.IntN(len(names))].Raw
				}
				g, gotNew := got.Add(raw, 0, len(raw), true)
				w, wantNew := want.Add(raw, 0, len(raw), true)
				if g != w || gotNew != wantNew {
					t.Fatalf("%s is new: %t, after name %d, want %t, %d", raw, gotNew, g, wantNew, w)
				}
				got.Keep(raw, end)
				want.Keep(raw, end)
				end += int64(len(raw))
			}
			got.placed, want.placed = got.Kept, want.Kept
			check("continued")
			got.Close()
			want.Close()
			check("closed")
		}
	}
}

// Names of an outline are forgotten by Reset.
func TestRestoredNamesAreForgotten(t *testing.T) {
	o := new(place.Outline)
	o.Begin()
	o.Enter(place.Place{Position: place.Start}, true)
	for i := range 3 * manyNames {
		o.Add(fmt.Appendf(nil, `"%d"`, i), place.Place{Offset: int64(100 * i), Position: place.Start})
	}
	var n Exact
	n.Restore(o, nil)
	add := func() (isNew bool) {
		_, isNew = n.Add([]byte(`"7"`), 0, 3, false)
		return isNew
	}
	if add() {
		t.Error("an equal name is not found")
	}
	n.Reset()
	n.Open(nil)
	if !add() || n.outline != nil {
		t.Error("a name is known after Reset")
	}
}
