package program

import (
	"testing"

	"github.com/assayjson/assay/schema/internal/model"
)

// TestScopes checks that equal scopes have the same number, in whatever order their resources are entered, and different ones have not.
func TestScopes(t *testing.T) {
	resource := func(isRecursive bool, anchors ...string) *model.Schema {
		root := &model.Schema{References: model.References{RecursiveAnchor: isRecursive}}
		root.Resource = &model.Resource{Root: root, Anchors: map[string]*model.Schema{}}
		for _, name := range anchors {
			root.Resource.Anchors[name] = root
		}
		return root
	}
	a, b, c, r, empty := resource(false, "a"), resource(false, "b", "x"), resource(false, "a", "b"), resource(true), resource(false)
	var scopes Scopes
	enter := func(path ...*model.Schema) (n int32) {
		for _, s := range path {
			n, _ = scopes.Enter(n, s)
		}
		return n
	}
	for _, one := range []struct {
		x, y []*model.Schema
		same bool
	}{
		{[]*model.Schema{a, b, r}, []*model.Schema{r, b, a}, true},
		{[]*model.Schema{a, b}, []*model.Schema{b, a, b, a}, true},
		{[]*model.Schema{a, b}, []*model.Schema{a, b, c}, true},
		{nil, []*model.Schema{empty}, true},
		{[]*model.Schema{a}, []*model.Schema{a, empty, {}}, true},
		{[]*model.Schema{a, c}, []*model.Schema{c, a}, false},
		{[]*model.Schema{c}, []*model.Schema{a, b}, false},
		{[]*model.Schema{a}, []*model.Schema{a, r}, false},
	} {
		for range 2 {
			if (enter(one.x...) == enter(one.y...)) != one.same {
				t.Errorf("%d, %d", enter(one.x...), enter(one.y...))
			}
		}
	}
	if _, steps := new(Scopes).Enter(0, b); steps != 2 {
		t.Errorf("%d steps, want one for each anchor", steps)
	}
	if _, steps := scopes.Enter(0, b); steps != 0 {
		t.Errorf("%d steps for a scope that is known", steps)
	}
}
