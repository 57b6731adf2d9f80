package program

import (
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The target of "$dynamicRef" and "$recursiveRef" depends on the resources through which evaluation
// has come to the reference: the outermost resource with the anchor counts. A scope records, for
// each anchor, the outermost resource that has it. A schema is compiled once for each scope in
// which it is evaluated.

// Resources maps the locations of the roots of all resources to the resources. It may be empty if no
// reference depends on it.
type Resources map[string]*Resource

// A Resource is a schema resource.
type Resource struct {
	Root    *jsonschema.Schema
	Anchors map[string]*jsonschema.Schema // the schemas with dynamic anchors
}

// anchorOfRoot is used as the name of an anchor for "$recursiveAnchor". It is not a valid name.
const anchorOfRoot = "#"

// scopes numbers all scopes.
type scopes struct {
	resources Resources
	list      []scope // scope number 0 is empty and not in the list
	found     map[string]*Resource
}

// A key identifies a node: a schema, and the dynamic scope in which it is evaluated.
type key struct {
	schema *jsonschema.Schema
	scope  int32
}

// A scope maps the name of an anchor to the schema to which it leads.
type scope map[string]*jsonschema.Schema

// of returns the scope with the given number.
func (c *scopes) of(n int32) scope {
	if n == 0 {
		return nil
	}
	return c.list[n-1]
}

// enter returns the scope in which the schema s is evaluated if it is reached in scope n.
func (c *scopes) enter(n int32, s *jsonschema.Schema) int32 {
	r := c.resource(s)
	if r == nil {
		return n
	}
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
	i := slices.IndexFunc(c.list, func(other scope) bool { return maps.Equal(other, inner) })
	if i < 0 {
		i = len(c.list)
		c.list = append(c.list, inner)
	}
	return int32(i + 1)
}

// resource returns the resource that contains a schema, or nil if it has no anchors: the one whose
// root is nearest.
func (c *scopes) resource(s *jsonschema.Schema) *Resource {
	if len(c.resources) == 0 {
		return nil
	}
	if r, ok := c.found[s.Location]; ok {
		return r
	}
	at := s.Location
	r := c.resources[at]
	for r == nil {
		i := strings.LastIndexByte(at, '/')
		if i < strings.IndexByte(at, '#') {
			break
		}
		at = at[:i]
		r = c.resources[at]
	}
	if c.found == nil {
		c.found = map[string]*Resource{}
	}
	c.found[s.Location] = r
	return r
}

// dynamic returns the target of "$dynamicRef".
func (c *scopes) dynamic(k key) key {
	ref := k.schema.DynamicRef
	if ref.Anchor != "" && ref.Ref.DynamicAnchor == ref.Anchor {
		if target := c.of(k.scope)[ref.Anchor]; target != nil {
			return key{target, k.scope}
		}
	}
	return key{ref.Ref, k.scope}
}

// recursive returns the target of "$recursiveRef".
func (c *scopes) recursive(k key) key {
	ref := k.schema.RecursiveRef
	if ref.RecursiveAnchor {
		if target := c.of(k.scope)[anchorOfRoot]; target != nil {
			return key{target, k.scope}
		}
	}
	return key{ref, k.scope}
}
