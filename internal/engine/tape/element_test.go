package tape

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// linkedTape returns the tape of a document.
func linkedTape(t *testing.T, doc string) *Tape {
	tape := withMarks(t, []byte(doc))
	tape.Link()
	return tape
}

// elements returns the marks of the elements of v.
func elements(v Value) (all []uint32) {
	for i, end := v.Inside(); i < end; i = v.tape.Value(i).Next() {
		all = append(all, i)
	}
	return all
}

func checkElement(t *testing.T, v Value, i int, want uint32) {
	t.Helper()
	if got := v.Element(i); !got.IsContainer() && got.kind == 0 || got.At() != want {
		t.Errorf("%.200s: element %d has the mark %d, want %d", v.Text().Bytes(), i, got.At(), want)
	}
}

// The elements are of all kinds, with and without space after the last one.
func TestElement(t *testing.T) {
	some := []string{`1`, `-0.5`, `true`, `""`, `"a"`, `"\n"`, `[]`, `{}`, `[ ]`, `[1]`, `[1 ]`, `["a"]`, `{"a":1}`, `[[]]`}
	rng := rand.New(rand.NewPCG(7, 1))
	flat := 0
	for round := range 3000 {
		kinds := len(some)
		if round%2 == 0 {
			kinds = 9 // those with two marks
		}
		doc := "["
		for i := range 1 + rng.IntN(5) + round%3*rng.IntN(60) {
			if i > 0 {
				doc += ","
			}
			doc += some[rng.IntN(kinds)]
		}
		doc += []string{"", " ", "\n"}[rng.IntN(3)] + "]"
		v := linkedTape(t, "{"+`"a":`+doc+"}").Value(3)
		all := elements(v)
		if v.isFlat() {
			flat++
		}
		for i := range all {
			if v.isFlat() && all[i] != all[0]+2*uint32(i) {
				t.Fatalf("%s is not flat", doc)
			}
			checkElement(t, v, i, all[i])
		}
		for _, i := range rng.Perm(len(all)) {
			checkElement(t, v, i, all[i])
		}
		if v.Element(-1) != (Value{}) || v.Element(len(all)) != (Value{}) {
			t.Errorf("%s has elements out of range", doc)
		}
	}
	if flat < 1500 {
		t.Errorf("%d arrays are flat", flat)
	}
}

// nested returns a document with several arrays in an array. No array is flat, and all of them are as long.
func nested(n int) string {
	array := "[[1]" + strings.Repeat(`,"a",[1],{"b":[]}`, (n-1)/3) + "]"
	return "[" + strings.Repeat(array+",", n-1) + array + "]"
}

// Between the elements that are remembered, 16 are passed. New ones are added a few times only, each time as many as there were.
func TestElementsAreRemembered(t *testing.T) {
	for _, n := range []int{31, 32, 33, 100, 1000} {
		v := linkedTape(t, nested(n)).Root()
		inner := v.Element(n / 2)
		want := elements(inner)
		n = len(want)
		var last *spots
		times := 0
		for i := range n {
			checkElement(t, inner, i, want[i])
			s := v.tape.spots.find(inner.At())
			if s == nil {
				continue
			}
			if s != last {
				last = s
				times++
			}
			if i/stride >= len(s.at) {
				t.Errorf("%d elements: %d are remembered after element %d", n, len(s.at), i)
			}
			for k, at := range s.at {
				if at != want[k*stride] {
					t.Errorf("%d elements: element %d has the mark %d, want %d", n, k*stride, at, want[k*stride])
				}
			}
		}
		if most := bits.Len(uint(n / stride)); times > most || n >= 2*stride && times == 0 {
			t.Errorf("%d elements: some are added %d times, at most %d times are expected", n, times, most)
		}
	}
}

// Loops are nested, go backwards, and alternate between arrays. Every array is remembered.
func TestElementsOfManyArrays(t *testing.T) {
	v := linkedTape(t, nested(100)).Root()
	outer := elements(v)
	for j := range outer[:60] {
		for i := range outer {
			inner := v.Element(i)
			all := elements(inner)
			checkElement(t, inner, j, all[j])
			checkElement(t, inner, len(all)-1-j, all[len(all)-1-j])
		}
	}
	if used := v.tape.spots.used; used != 1+len(outer) {
		t.Errorf("%d arrays are remembered, want %d", used, 1+len(outer))
	}
}

// Goroutines that read the same arrays find the same elements. The race detector watches them.
func TestElementsAreForManyReaders(t *testing.T) {
	v := linkedTape(t, nested(100)).Root()
	want := elements(v)
	var all sync.WaitGroup
	for seed := range 8 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(seed), 2))
			for range 2000 {
				i := rng.IntN(len(want))
				if got := v.Element(i); got.At() != want[i] {
					t.Errorf("element %d has the mark %d, want %d", i, got.At(), want[i])
				}
				inner := v.Element(i)
				if j := rng.IntN(inner.Count()); inner.Element(j) == (Value{}) {
					t.Errorf("element %d of element %d is missing", j, i)
				}
			}
		})
	}
	all.Wait()
}

// A tape that is used again has forgotten the elements of the document before.
func TestElementsAreForgotten(t *testing.T) {
	tape := linkedTape(t, nested(100))
	if tape.Root().Element(99) == (Value{}) {
		t.Fatal("the last element is missing")
	}
	other := linkedTape(t, "["+strings.Repeat("[[1]],", 99)+"0]")
	tape.Begin(other.Data, false)
	tape.Marks = append(tape.Marks, other.Marks...)
	tape.Link()
	for i, want := range elements(tape.Root()) {
		checkElement(t, tape.Root(), i, want)
	}
}

// Names have all lengths, and several of them are equal, or differ in one byte. They are also at the very beginning of the document.
func TestMember(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var doc strings.Builder
		doc.WriteString("{")
		last := map[string]int{}
		var names []string
		for i := range 1 + rng.IntN(12) {
			name := strings.Repeat("x", rng.IntN(20))
			if n := len(name); n > 0 {
				at := rng.IntN(n)
				name = name[:at] + string("abcd"[rng.IntN(4)]) + name[at+1:]
			}
			written := name
			if n := len(name); n > 0 && rng.IntN(4) == 0 {
				at := rng.IntN(n)
				written = fmt.Sprintf(`%s\u%04x%s`, name[:at], name[at], name[at+1:])
			}
			if i > 0 {
				doc.WriteString(",")
			}
			fmt.Fprintf(&doc, `"%s":%s`, written, []string{`1`, `"x"`, `[1,{"a":2}]`, `{}`, `{"x":1,"":2}`}[rng.IntN(5)])
			last[name] = i
			names = append(names, name)
		}
		doc.WriteString("}")
		tape := linkedTape(t, doc.String())
		var values []uint32
		for i, end := tape.Root().Inside(); i < end; i = tape.Value(i + 2).Next() {
			values = append(values, i+2)
		}
		for _, name := range append(names, "", "x", "xxxxxxxx", "xxxxxxxxxxxx") {
			got := tape.Root().Member(name)
			if i, ok := last[name]; ok != (got != Value{}) || ok && got.At() != values[i] {
				t.Fatalf("%s: member %q has the mark %d", doc.String(), name, got.At())
			}
			if len(last) == len(values) { // the names are unique
				tape.unique = true
				if tape.Root().Member(name) != got {
					t.Fatalf("%s: member %q differs if names are unique", doc.String(), name)
				}
				tape.unique = false
			}
		}
	}
	tape := linkedTape(t, `{"a":1,"a":2}`)
	if tape.unique = true; tape.Root().Member("a").At() != 3 {
		t.Error("the search goes on after a member whose name is unique")
	}
}
