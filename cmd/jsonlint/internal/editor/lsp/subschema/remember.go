package subschema

import (
	"encoding/binary"
	"slices"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// mostNodes is the number of children, of expansions and of decisions that a Set remembers.
var mostNodes = 20_000 // changed by tests

// expansionOf returns the schemas that apply to a value, with those to which they refer.
func (set *Set) expansionOf(n *node, v document.Value) *expansion {
	set.object.become(v)
	if known := n.decides.find(&set.object); known != nil {
		set.steps -= known.cost
		return known.leaf
	}
	before, once := set.steps, set.once
	path := set.path[:0]
	schemas := set.expand(n.schemas, func(q question) answer {
		a := set.object.answer(q)
		path = append(path, answered{q, a})
		return a
	})
	set.path = path
	if set.nodes+len(path) >= mostNodes || set.steps <= 0 {
		return newExpansion(schemas)
	}
	e := n.expansion(set, schemas)
	addPath(&n.decides, path, &decision{leaf: e, cost: before - set.steps - (set.once - once)})
	set.nodes += 1 + len(path)
	return e
}

// expansion returns what is remembered about values of a node to which the given schemas apply.
func (n *node) expansion(set *Set, schemas []Schema) *expansion {
	key := set.key[:0]
	for _, s := range schemas {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(s.in.number)), uint64(s.Offset()))
	}
	set.key = key
	e, known := n.expanded[string(key)]
	if !known {
		e = newExpansion(schemas)
		if n.expanded == nil {
			n.expanded = map[string]*expansion{}
		}
		n.expanded[string(key)] = e
		set.nodes++
	}
	return e
}

// member returns the node for a member, or nil.
func (set *Set) member(e *expansion, name document.Value) *node {
	c, known := e.names[string(name.Raw())]
	if known {
		set.steps -= c.cost
		return c.node
	}
	c = set.newChild(e, &Level{Key: name.String()})
	if set.nodes < mostNodes && set.steps > 0 {
		if e.names == nil {
			e.names = map[string]child{}
		}
		e.names[string(name.Raw())] = c
		set.nodes++
	}
	return c.node
}

// element returns the node for an element, or nil. All elements after those that a schema lists have the same node.
func (set *Set) element(e *expansion, index int) *node {
	index = min(index, e.listed)
	if index < len(e.elements) {
		set.steps -= e.elements[index].cost
		return e.elements[index].node
	}
	c := set.newChild(e, &Level{InArray: true, Index: index})
	if index == len(e.elements) && set.nodes < mostNodes && set.steps > 0 {
		e.elements = append(e.elements, c)
		set.nodes++
	}
	return c.node
}

// newChild returns the child for a member or an element.
func (set *Set) newChild(e *expansion, l *Level) child {
	before := set.steps
	var next []Schema
	for _, s := range e.schemas {
		next = set.child(next, s, l)
	}
	c := child{cost: before - set.steps}
	steps := set.steps
	defer func() { set.steps = steps }() // the search below is not a part of the walk over the document
	if slices.ContainsFunc(next, set.leads) {
		c.node = &node{schemas: next}
	}
	return c
}

// leads reports whether the schema s, one inside it, or one to which these refer, says that a value is deprecated.
func (set *Set) leads(s Schema) bool {
	if set.barren == nil {
		set.barren = map[place]bool{}
	}
	seen := map[place]bool{}
	for left := []Schema{s}; len(left) > 0; {
		s := left[len(left)-1]
		left = left[:len(left)-1]
		at := place{s.in, s.Offset()}
		if isLeaf := s.Kind() != tokenizer.BeginObject && s.Kind() != tokenizer.BeginArray; isLeaf || seen[at] || set.barren[at] {
			continue
		}
		seen[at] = true
		if set.searched++; set.searched > mostSearched {
			return true
		}
		for _, one := range s.Elements() {
			left = append(left, Schema{one, s.in})
		}
		for name, one := range s.Members() {
			switch name.String() {
			case "deprecated", "deprecationMessage":
				if isTrue(one) || text(one) != "" {
					return true
				}
			}
			left = append(left, Schema{one, s.in})
			if isReference(name, one) {
				if target, ok := set.resolve(s, text(one)); ok {
					left = append(left, target)
				}
			}
		}
	}
	for at := range seen {
		set.barren[at] = true
	}
	return false
}

// mostSearched is how many values of schemas are searched for the keyword "deprecated". Beyond that, it may be in any schema.
const mostSearched = 1_000_000
