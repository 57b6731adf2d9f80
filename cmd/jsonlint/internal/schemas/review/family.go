package review

import (
	"regexp"
	"slices"

	"github.com/assayjson/assay/internal/engine/vocabulary"
)

// A family contains schemas that may apply to the same object.
type family struct {
	names        []string        // of the declared properties, in the order of the text
	declared     map[string]bool // the same as a set
	required     map[string]bool
	withPatterns []*node
	isOpen       bool // refers to schemas that are not in the text
}

// families finds out which schemas may apply to the same object.
type families struct {
	*model
	byRoot   map[*node]*family         // nil until it is needed
	patterns map[string]*regexp.Regexp // nil for a pattern that is not understood
}

// declare reports whether a schema of the family declares a member.
func (r *families) declare(f *family, name string) bool {
	return f.declared[name] || slices.ContainsFunc(f.withPatterns, func(n *node) bool { return r.matches(n, name) })
}

// of returns the schemas that may apply to the same object as n.
func (r *families) of(n *node) *family {
	if r.byRoot == nil {
		r.join()
		r.fill()
	}
	return r.byRoot[rootOf(n)]
}

// rootOf returns the schema that stands for the family of n.
func rootOf(n *node) *node {
	for n.family != n {
		n.family = n.family.family // halves the path
		n = n.family
	}
	return n
}

// join finds the schemas that belong together, by the algorithm union-find.
func (r *families) join() {
	for _, n := range r.nodes {
		n.family = n
	}
	for _, n := range r.nodes {
		if n.parent != nil && (n.via.Effect == vocabulary.Applies || n.via.Effect == vocabulary.Tests) {
			rootOf(n).family = rootOf(n.parent)
		}
	}
	for _, ref := range r.refs {
		if ref.target != nil {
			rootOf(ref.from).family = rootOf(ref.target)
		}
	}
}

// fill collects what the schemas of each family declare.
func (r *families) fill() {
	r.byRoot = map[*node]*family{}
	for _, n := range r.nodes {
		f := r.byRoot[rootOf(n)]
		if f == nil {
			f = &family{declared: map[string]bool{}, required: map[string]bool{}}
			r.byRoot[rootOf(n)] = f
		}
		for name := range n.get("properties").Members() {
			if name := name.String(); !f.declared[name] {
				f.declared[name] = true
				f.names = append(f.names, name)
			}
		}
		for _, e := range n.get("required").Elements() {
			f.required[e.String()] = true
		}
		if n.get("patternProperties").Exists() {
			f.withPatterns = append(f.withPatterns, n)
		}
	}
	for _, ref := range r.refs {
		if ref.target == nil {
			r.byRoot[rootOf(ref.from)].isOpen = true
		}
	}
}

// matches reports whether a schema has a pattern for a name. It also returns true for a pattern that is not
// understood.
func (r *families) matches(n *node, name string) bool {
	for p := range n.get("patternProperties").Members() {
		pattern := p.String()
		re, known := r.patterns[pattern]
		if !known {
			re, _ = regexp.Compile(pattern)
			r.patterns[pattern] = re
		}
		if re == nil || re.MatchString(name) {
			return true
		}
	}
	return false
}
