package program

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assayjson/assay/schema/internal/model"
)

// The target of "$dynamicRef" and "$recursiveRef" depends on the resources through which evaluation
// has come to the reference: the outermost resource with the anchor counts. A scope records, for
// each anchor, the outermost resource that has it. A schema is compiled once for each scope in
// which it is evaluated.

// anchorOfRoot is used as the name of an anchor for "$recursiveAnchor". It is not a valid name.
const anchorOfRoot = "#"

// Scopes numbers all scopes that are entered from the empty one, whose number is 0.
type Scopes struct {
	list    []scope // scope number 0 is not in the list
	entered map[entry]int32
	targets map[target]int   // their numbers, in no particular order
	numbers map[string]int32 // of the scopes, by the numbers of their targets
}

// A target is where the anchor with a name leads to.
type target struct {
	name   string
	schema *model.Schema
}

// An entry is a resource that is entered from a scope.
type entry struct {
	outer    int32
	resource *model.Resource
}

// A key identifies a node: a schema, and the dynamic scope in which it is evaluated.
type key struct {
	schema *model.Schema
	scope  int32
}

// A scope maps the name of an anchor to the schema to which it leads.
type scope map[string]*model.Schema

// of returns the scope with the given number.
func (c *Scopes) of(n int32) scope {
	if n == 0 {
		return nil
	}
	return c.list[n-1]
}

// Enter returns the scope in which the schema s is evaluated if it is reached in scope n, and how many steps it took to make it.
func (c *Scopes) Enter(n int32, s *model.Schema) (inner int32, steps int) {
	r := s.Resource
	if r == nil {
		return n, 0
	}
	inner, ok := c.entered[entry{n, r}]
	if !ok {
		if c.entered == nil {
			*c = Scopes{entered: map[entry]int32{}, targets: map[target]int{}, numbers: map[string]int32{}}
		}
		inner, steps = c.enter(n, r), len(c.of(n))+len(r.Anchors)
		c.entered[entry{n, r}] = inner
	}
	return inner, steps
}

// enter returns the scope in which a resource is evaluated if it is reached in scope n.
func (c *Scopes) enter(n int32, r *model.Resource) int32 {
	outer := c.of(n)
	inner := maps.Clone(outer)
	if inner == nil {
		inner = scope{}
	}
	for name, target := range r.Anchors {
		if inner[name] == nil {
			inner[name] = target
		}
	}
	if r.Root.RecursiveAnchor && inner[anchorOfRoot] == nil {
		inner[anchorOfRoot] = r.Root
	}
	if len(inner) == len(outer) {
		return n
	}
	key := c.key(inner)
	number, ok := c.numbers[key]
	if !ok {
		c.list = append(c.list, inner)
		number = int32(len(c.list))
		c.numbers[key] = number
	}
	return number
}

// key returns a text that only equal scopes have.
func (c *Scopes) key(s scope) string {
	all := make([]int, 0, len(s))
	for name, schema := range s {
		t := target{name, schema}
		n, ok := c.targets[t]
		if !ok {
			n = len(c.targets)
			c.targets[t] = n
		}
		all = append(all, n)
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// Dynamic returns the target of the "$dynamicRef" of a schema in scope n.
func (c *Scopes) Dynamic(s *model.Schema, n int32) *model.Schema {
	ref := s.DynamicRef
	if ref.Anchor != "" && ref.Ref.DynamicAnchor == ref.Anchor {
		if target := c.of(n)[ref.Anchor]; target != nil {
			return target
		}
	}
	return ref.Ref
}

// Recursive returns the target of the "$recursiveRef" of a schema in scope n.
func (c *Scopes) Recursive(s *model.Schema, n int32) *model.Schema {
	ref := s.RecursiveRef
	if ref.RecursiveAnchor {
		if target := c.of(n)[anchorOfRoot]; target != nil {
			return target
		}
	}
	return ref
}
