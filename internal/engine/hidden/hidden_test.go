package hidden_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/assayjson/assay/internal/engine/hidden"
)

type number = hidden.Part[int]

// A public type has a hidden number.
type public struct {
	Name string
	number
}

// A hidden part is neither a method nor a field that other modules can use, and encoding/json does not write it.
func TestPartsAreHidden(t *testing.T) {
	p := &public{Name: "a"}
	*hidden.Of(&p.number) = 7
	if got := *hidden.Of(p); got != 7 {
		t.Errorf("the part is %d, want 7", got)
	}
	typ := reflect.TypeOf(p)
	if n := typ.NumMethod(); n != 0 {
		t.Errorf("%d exported methods", n)
	}
	fields := 0
	for _, f := range reflect.VisibleFields(typ.Elem()) {
		if f.IsExported() {
			fields++
		}
	}
	if fields != 1 {
		t.Errorf("%d exported fields, want 1", fields)
	}
	if out, err := json.Marshal(p); err != nil || string(out) != `{"Name":"a"}` {
		t.Errorf("%s, %v", out, err)
	}
}
