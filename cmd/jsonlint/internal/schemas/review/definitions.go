package review

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assayjson/assay/internal/engine/vocabulary"
)

// definitions finds schemas in "$defs" and "definitions" to which nothing outside of them refers. A
// text without other schemas is a library for other files, which may refer to all of them.
func (r *reviewer) definitions() {
	if isLibrary(r.nodes[0]) {
		return
	}
	refs := slices.DeleteFunc(slices.Clone(r.refs), func(ref reference) bool { return ref.target == nil })
	slices.SortFunc(refs, func(a, b reference) int { return cmp.Compare(a.target.Offset(), b.target.Offset()) })
	for _, n := range r.nodes {
		if n.via == nil || n.via.Shape != vocabulary.SchemaMap || n.via.Effect != vocabulary.Describes || !n.restricts() {
			continue
		}
		i, _ := slices.BinarySearchFunc(refs, n.Offset(), func(ref reference, offset int64) int { return cmp.Compare(ref.target.Offset(), offset) })
		for i < len(refs) && n.contains(refs[i].target) && n.contains(refs[i].from) {
			i++
		}
		if i == len(refs) || !n.contains(refs[i].target) {
			r.add(UnusedDefinition, n.name, n.key, fmt.Sprintf("the definition %q is not used", n.key))
		}
	}
}

// isLibrary reports whether a schema has no schemas apart from definitions.
func isLibrary(root *node) bool {
	for i := range root.members {
		if k := root.members[i].keyword; k != nil && k.Effect > vocabulary.Asserts {
			return false
		}
	}
	return true
}

// restricts reports whether the schema has keywords that do more than describe.
func (n *node) restricts() bool {
	return slices.ContainsFunc(n.members, func(m member) bool { return m.keyword != nil && m.keyword.Effect != vocabulary.Describes })
}

// contains reports whether the text of the schema contains that of another one.
func (n *node) contains(o *node) bool {
	return n.Offset() <= o.Offset() && o.Offset() < n.Offset()+int64(len(n.Raw()))
}
