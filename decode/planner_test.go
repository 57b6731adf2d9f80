package decode

import (
	"reflect"
	"testing"
)

type (
	leaf struct{ Name string }
	tree struct {
		Leaf     *leaf
		Children []*tree
	}
	even struct{ Next map[string]*odd }
	odd  struct {
		Next *[]even
		Leaf []leaf
	}
	// crown leads to trees, but no tree leads to it.
	crown struct{ Trees []tree }
)

// Values of a type that contains itself have memory of their own.
func TestTypesThatContainThemselves(t *testing.T) {
	for typ, want := range map[reflect.Type]map[reflect.Type]bool{
		reflect.TypeFor[leaf]():  {reflect.TypeFor[leaf](): false},
		reflect.TypeFor[crown](): {reflect.TypeFor[crown](): false, reflect.TypeFor[tree](): true, reflect.TypeFor[*tree](): true, reflect.TypeFor[leaf](): false},
		reflect.TypeFor[even]():  {reflect.TypeFor[even](): true, reflect.TypeFor[odd](): true, reflect.TypeFor[[]even](): true, reflect.TypeFor[leaf](): false},
		reflect.TypeFor[odd]():   {reflect.TypeFor[even](): true, reflect.TypeFor[odd](): true, reflect.TypeFor[[]even](): true, reflect.TypeFor[leaf](): false},
	} {
		p, err := planOf(typ)
		if err != nil {
			t.Fatal(err)
		}
		all := map[*plan]bool{p: true}
		p.leadsTo(nil, all)
		found := map[reflect.Type]bool{}
		for part := range all {
			found[part.typ] = part.isAlone
		}
		for part, isAlone := range want {
			if got, ok := found[part]; !ok || got != isAlone {
				t.Errorf("%v in %v: alone is %v, %v", part, typ, got, ok)
			}
		}
	}
}
