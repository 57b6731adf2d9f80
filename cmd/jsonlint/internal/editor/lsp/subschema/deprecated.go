package subschema

import (
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A Deprecation is a value of a document that the schema declares deprecated.
type Deprecation struct {
	Name   document.Value // of the member; missing if the value is an element or the whole document
	Value  document.Value
	Reason string // "deprecationMessage", an extension of Visual Studio Code; may be ""
}

// mostWalked is how many schemas are examined to find deprecated values in a document. What is beyond that is not found.
var mostWalked = 500_000 // changed by tests

// Deprecated returns the values of a document that the schema declares deprecated, also by a reason alone, at most so many, in the order of the document. The
// document must be valid against the schema. Only schemas that certainly apply to a value count: of alternatives, those that no other member
// of the object rules out, if there is one of them, or if its constants are all that it requires.
func (set *Set) Deprecated(root document.Value, most int) []Deprecation {
	if !set.Mentions() {
		return nil
	}
	set.steps, set.strict = mostWalked, true
	defer func() {
		set.strict = false
		set.object.become(document.Value{}) // frees the document
	}()
	if set.walk == nil {
		set.walk = &node{schemas: []Schema{{set.root.doc.Root(), set.root}}}
	}
	w := deprecations{set: set, most: most}
	w.visit(document.Value{}, root, set.walk)
	return w.found
}

// deprecations is a walk over a document.
type deprecations struct {
	set   *Set
	most  int
	found []Deprecation
}

// visit visits a value to which schemas apply. Calls are nested as deeply as the document, which package schema limits.
func (w *deprecations) visit(name, v document.Value, n *node) {
	if len(w.found) >= w.most || w.set.steps <= 0 {
		return
	}
	e := w.set.expansionOf(n, v)
	if e.deprecated {
		w.found = append(w.found, Deprecation{name, v, e.reason})
	}
	if len(e.schemas) == 0 {
		return
	}
	switch v.Kind() {
	case tokenizer.BeginObject:
		for name, one := range v.Members() {
			if next := w.set.member(e, name); next != nil {
				w.visit(name, one, next)
			}
		}
	case tokenizer.BeginArray:
		for i, one := range v.Elements() {
			if next := w.set.element(e, i); next != nil {
				w.visit(document.Value{}, one, next)
			}
		}
	}
}

// Mentions reports whether "deprecated" or "deprecationMessage" occurs in the schema, or in one to which it refers.
func (set *Set) Mentions() bool {
	if set.asked {
		return set.mentioned
	}
	set.asked = true
	seen := map[*source]bool{set.root: true}
	for left := []*source{set.root}; len(left) > 0; left = left[1:] {
		in := left[0]
		if in.mentions {
			set.mentioned = true
			break
		}
		for _, uri := range in.references() {
			if other := set.source(uri); other != nil && !seen[other] {
				seen[other] = true
				left = append(left, other)
			}
		}
	}
	return set.mentioned
}
