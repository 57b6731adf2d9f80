package unique

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// repeatsOf returns the repeated names of a text, all of whose names are sure of their form. To these, it adds those of a few others.
func repeatsOf(t *testing.T, d *namedText, f *Form) *Repeats {
	t.Helper()
	n := ByKeys{Late: true, Gathers: true}
	n.Use(f)
	isUnique := d.walked == len(d.marks)
	if walked := d.walkAll(&n); walked != len(d.marks) {
		t.Fatalf("walked over %d of %d marks: %.3000q", walked, len(d.marks), d.src)
	}
	if isUnique {
		d.walked = len(d.marks) // with the closing braces that walkAll has added
	}
	for range d.IntN(2) * d.IntN(100) { // different names may have equal keys
		n.Repeated = n.Repeated.With(d.Uint64())
	}
	return n.Repeats()
}

// newRepeatedText returns a text that goes on after duplicate names.
func newRepeatedText(rng *rand.Rand) *namedText {
	d := &namedText{Rand: rng, wild: 2 + rng.IntN(1+rng.IntN(2000)), pool: 1 + rng.IntN(1<<(1+rng.IntN(30))), walked: -1}
	note := func(isNew bool) {
		if !isNew && d.walked < 0 {
			d.walked = len(d.marks) - 1
		}
	}
	for range 1 + rng.IntN(6) {
		note(d.object(2))
		for i := range len(d.open) * rng.IntN(3*manyNames) { // more names of the object in which a name was duplicate
			d.src = append(d.src, "1,"...)
			note(d.name(d.units(i + rng.IntN(1+rng.IntN(1000)))))
		}
		if d.src = append(d.src, "1,"...); len(d.open) > 0 && rng.IntN(2) == 0 {
			d.marks, d.src, d.open = append(d.marks, uint32(len(d.src))), append(d.src, "},"...), d.open[:len(d.open)-1]
		}
	}
	if d.walked < 0 {
		d.walked = len(d.marks)
	}
	return d
}

// names calls add for each name, and open and close for each object, in the order of the text.
func (d *namedText) names(open, closed func(), add func(begin, end int)) {
	for _, mark := range d.marks {
		switch at := int(mark); d.src[at] {
		case '{':
			open()
		case '}':
			closed()
		default:
			end := nameEnd(d.src, at, 0)
			begin, _ := nameBegin(d.src, end, 0)
			add(begin, end)
		}
	}
}

// If the names that may be equal are known, all equal names are found that are found otherwise, with the same first names and places,
// although most names are forgotten.
func TestRepeats(t *testing.T) {
	rounds := 300
	if longtest.Off() {
		rounds = 40
	}
	rng := rand.New(rand.NewPCG(51, 1))
	forgotten, equal := 0, 0
	for range rounds {
		d := newRepeatedText(rng)
		form := []*Form{nil, AnyCase}[rng.IntN(2)]
		all := Exact{}
		few := Exact{Only: repeatsOf(t, d, form)}
		if few.Only == nil {
			continue
		}
		if rng.IntN(2) == 0 {
			form = nil // it is preserved by AnyCase
		}
		where := func(n *Exact, i int) string {
			at := int64(n.Spans[i].Begin)
			if i < n.Kept {
				at = n.placeOf(i).Offset
			}
			return string(n.Raw(d.src, i)) + strconv.FormatInt(at, 10)
		}
		d.names(func() {
			all.Open(form)
			few.Open(form)
		}, func() {
			all.Close()
			few.Close()
		}, func(begin, end int) {
			got, isNew := few.Add(d.src, begin, end, true)
			want, wantNew := all.Add(d.src, begin, end, true)
			if isNew != wantNew {
				t.Fatalf("%s at %d is new: %t, want %t: %.3000q", d.src[begin:end], begin, isNew, wantNew, d.src)
			}
			if !isNew {
				equal++
				if where(&few, got) != where(&all, want) {
					t.Fatalf("%s at %d is equal to %s, want %s: %.3000q", d.src[begin:end], begin, where(&few, got), where(&all, want), d.src)
				}
			}
			forgotten += len(all.Spans) - len(few.Spans)
			if rng.IntN(10) == 0 {
				all.Keep(d.src, 0)
				few.Keep(d.src, 0)
			}
		})
	}
	if forgotten < 1000*rounds || equal < rounds {
		t.Errorf("%d equal names, and %d times a name was forgotten", equal, forgotten)
	}
}

// Walk stops at the same name whether or not the repeated names are known.
func TestWalkRepeats(t *testing.T) {
	rounds := 300
	if longtest.Off() {
		rounds = 40
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(51, 2))
		found := 0
		for range rounds {
			d := newRepeatedText(rng)
			n := Exact{Only: repeatsOf(t, d, []*Form{nil, AnyCase}[rng.IntN(2)])}
			walked, from := 0, 0
			for walked < len(d.marks) {
				some := d.marks[walked:min(len(d.marks), walked+1+d.IntN(1+d.IntN(5000)))]
				got := n.Walk(d.src, some, from)
				if walked += got; got < len(some) {
					break
				}
				if d.IntN(3) == 0 {
					from = int(some[got-1]) + 1
					n.Keep(d.src, 0)
				}
			}
			if walked != d.walked {
				t.Fatalf("walked over %d of %d marks, want %d: %.3000q", walked, len(d.marks), d.walked, d.src)
			}
			if walked == len(d.marks) {
				continue
			}
			found++
			end := nameEnd(d.src, int(d.marks[walked]), 0)
			begin, _ := nameBegin(d.src, end, 0)
			first, isNew := n.Add(d.src, begin, end, true)
			text := AppendName(nil, d.src[begin+1:end-1])
			if isNew || !slices.Equal(AppendName(nil, n.body(d.src, first)), text) {
				t.Fatalf("the first name equal to %s is not found: %.3000q", d.src[begin:end], d.src)
			}
		}
		if found < rounds/4 {
			t.Errorf("%d of %d texts have duplicate names", found, rounds)
		}
	})
}

// Names that are not in doubt are forgotten, however many there are.
func TestUniqueNamesAreForgotten(t *testing.T) {
	d := alike(20 * manyNames)
	known := ByKeys{}
	known.Repeated = known.Repeated.With(7)
	n := Exact{Only: known.Repeats()}
	if walked := n.Walk(d.src, d.marks, 0); walked != len(d.marks) {
		t.Fatalf("walked over %d of %d marks", walked, len(d.marks))
	}
	if len(n.Spans) != manyNames {
		t.Errorf("%d names are kept, want %d", len(n.Spans), manyNames)
	}
}

// TestEqualNamesAreNotedOnce counts how often equal names of a small object are compared: once each, however many have been equal before.
func TestEqualNamesAreNotedOnce(t *testing.T) {
	const equal = 100
	text := "{" + strings.Repeat(`"a":0,`, equal-1) + `"a":0}`
	n := &ByKeys{Late: true, Gathers: true}
	c := &comparing{comparison: n}
	n.Open(nil)
	for i := range equal {
		if _, isNew := n.add(c, []byte(text), 1+6*i, 4+6*i, false); !isNew {
			t.Fatalf("name %d is not new", i)
		}
	}
	if r := n.Repeats(); r == nil || !r.keys.Has(n.Keys[0]) {
		t.Error("the name is not noted")
	}
	if c.compared != equal-1 {
		t.Errorf("%d names are compared %d times", equal, c.compared)
	}
}

// comparing is a comparison that counts how often two names are compared.
type comparing struct {
	comparison
	compared int
}

func (c *comparing) same(src []byte, i, j int) bool {
	c.compared++
	return c.comparison.same(src, i, j)
}
