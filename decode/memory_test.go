package decode_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/decode"
)

// Strings have memory of their own unless they may refer to the text.
func TestMemoryOfStrings(t *testing.T) {
	type all struct {
		S []string
		A any
		N json.Number
		M map[string]string
		P []*uint64
	}
	text := `{"S":["abc","d\u00e9f","","` + strings.Repeat("long ", 2000) + `"],"A":["x",{"y":"z"}],"N":12e5,"M":{"k":"v"},"P":[1,2,3]}`
	for name, opts := range map[string][]decode.Option{"chunks": nil, "separate": {decode.SeparateMemory()}, "alias": {decode.AliasText()}} {
		b := []byte(text)
		got, err := decode.As[all](b, opts...)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := decode.As[all]([]byte(text))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", name, got)
		}
		for i := range b {
			b[i] = '#'
		}
		if isAlias := name == "alias"; reflect.DeepEqual(got, want) == isAlias {
			t.Errorf("%s: %v after the text has changed", name, got)
		}
		if m := got.P; len(m) != 3 || *m[0] != 1 || *m[2] != 3 {
			t.Errorf("%s: %v", name, m)
		}
		if name == "separate" {
			for _, p := range got.P {
				runtime.SetFinalizer(p, nil) // ends the program if *p shares memory
			}
		}
		if got.S[1] != "déf" || got.N != "12e5" {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Into keeps nothing of the value that it is given.
func TestIntoIsNotMerged(t *testing.T) {
	first := &account{Role: "x"}
	v := map[string]*account{"a": first, "b": first}
	if err := decode.Into([]byte(`{"a":{"age":1}}`), &v); err != nil || len(v) != 1 || v["a"].Age != 1 || v["a"].Role != "" || first.Role != "x" || first.Age != 0 {
		t.Error(v, err)
	}
	if err := decode.Into([]byte(`{"a":{"age":"x"}}`), &v); err == nil || v != nil {
		t.Error(v, err)
	}
}

// Nothing of a result appears in the next one of the same type, also after an error.
func TestResultsAreNotMixed(t *testing.T) {
	d, err := decode.For[account]()
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{`{"role":"a","age":1,"tags":["b"],"friend":{},"quota":1}`, `{"role":"a","age":1,"quota":1,"tags":"b"}`, `{"role":"a"`} {
		first, firstErr := d.As([]byte(doc))
		next, err := d.As([]byte(`{}`))
		if err != nil || !reflect.DeepEqual(next, account{}) {
			t.Errorf("after %s: %+v, %v", doc, next, err)
		}
		again, _ := d.As([]byte(doc))
		if !reflect.DeepEqual(again, first) || firstErr != nil && !reflect.DeepEqual(first, account{}) {
			t.Errorf("%s: %+v, then %+v", doc, first, again)
		}
	}
}

// A pointer to a value that a method has kept leads to that value for ever.
func TestMethodsMayKeepPointers(t *testing.T) {
	type outer struct{ In selfish }
	a, err := decode.As[outer]([]byte(`{"In":"a"}`))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := decode.As[outer]([]byte(`{"In":"b"}`)); err != nil || b.In.self.text != "b" || a.In.self.text != "a" {
		t.Errorf("%q, %q, %v", a.In.self.text, b.In.self.text, err)
	}
}

// Types of all sizes share slabs with others, and values are not mixed up.
func TestConcurrentTypes(t *testing.T) {
	type a struct{ X *[3]*int8 }
	type b struct{ X []*[2]string }
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 300 {
				s := fmt.Sprint(i % 100)
				x, err := decode.As[[]a]([]byte(`[{"X":[` + s + `,2,3]},{"X":[4,5,null]}]`))
				if err != nil || *x[0].X[0] != int8(i%100) || *x[1].X[1] != 5 || x[1].X[2] != nil {
					t.Errorf("%v, %v", x, err)
				}
				y, err := decode.As[map[string]b]([]byte(`{"k":{"X":[["` + s + `","b"],["c","d"]]},"l":{"X":[]}}`))
				if err != nil || *y["k"].X[0] != [2]string{s, "b"} || *y["k"].X[1] != [2]string{"c", "d"} || y["l"].X == nil {
					t.Errorf("%v, %v", y, err)
				}
			}
		})
	}
	group.Wait()
}
