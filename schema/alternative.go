package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// A union combines the requirements of several alternatives for the same value. Each requirement is
// a list of allowed types or values. The elements of a union are error kinds of the engine.
type union []any

// unite sets l to the combined requirements of the alternatives, and reports whether that was
// possible. It is possible if each alternative has a single requirement, and this requirement
// restricts the type or the value at l.path itself.
func (l *leaf) unite(branches [][]leaf) bool {
	var all union
	for _, leaves := range branches {
		if len(leaves) != 1 || leaves[0].atName || !slices.Equal(leaves[0].path, l.path) {
			return false
		}
		wanted := wantsOf(leaves[0], true)
		if wanted == nil {
			return false
		}
		all = append(all, wanted...)
	}
	l.kind = all
	return len(branches) > 1
}

// uniteTags handles alternatives that all require certain values of the same member. This member is
// a tag: its value selects the alternative. If the document fails these requirements in all
// alternatives, uniteTags moves l to the tag, sets l to the combined requirements, and returns
// true.
func (l *leaf) uniteTags(branches [][]leaf) bool {
	tags := l.tags(branches[0])
	for _, leaves := range branches[1:] {
		others := l.tags(leaves)
		for name, wants := range tags {
			if others[name] == nil {
				delete(tags, name)
			} else {
				tags[name] = append(wants, others[name]...)
			}
		}
	}
	if len(tags) == 0 || len(branches) == 1 {
		return false
	}
	name := slices.Min(slices.Collect(maps.Keys(tags)))
	l.path, l.kind = concat(l.path, []string{name}), tags[name]
	return true
}

// tags returns, for each member of the object at l, the values that an alternative requires. The
// keys of the map are the names of the members. If several schemas of the alternative apply to a member,
// the last one counts. The engine applies them in no particular order.
func (l *leaf) tags(leaves []leaf) map[string]union {
	slices.SortFunc(leaves, func(a, b leaf) int { return strings.Compare(a.schema, b.schema) })
	tags := map[string]union{}
	for _, other := range leaves {
		if len(other.path) != len(l.path)+1 || other.atName {
			continue
		}
		if wants := wantsOf(other, false); wants != nil {
			tags[other.path[len(l.path)]] = slices.Clip(wants)
		}
	}
	return tags
}

// wantsOf returns the values that a leaf requires. If types is set, it also returns the types that
// a leaf requires. It returns nil for a leaf with any other requirement.
func wantsOf(l leaf, types bool) union {
	switch k := l.kind.(type) {
	case *kind.Const, *kind.Enum:
		return union{k}
	case *kind.Type:
		if types {
			return union{k}
		}
	case union:
		if types || !slices.ContainsFunc(k, isTypeKind) {
			return k
		}
	}
	return nil
}

func isTypeKind(k any) bool {
	_, ok := k.(*kind.Type)
	return ok
}

// A distance measures how far a document is from being valid against an alternative.
type distance struct {
	otherKind bool // the value does not have the required type, or is not one of the required values
	otherTag  bool // the member that selects the alternative has another value
	findings  int
	depth     int // depth of the deepest finding
}

// byDistance returns a comparison that puts the closest alternative first. An alternative is close
// if the value is of the required type or one of the required values, if there are few findings,
// and if a finding is deep inside the value.
func byDistance(depth int) func(a, b []leaf) int {
	return func(a, b []leaf) int {
		x, y := distanceOf(a, depth), distanceOf(b, depth)
		return cmp.Or(
			compareBool(x.otherKind, y.otherKind),
			compareBool(x.otherTag, y.otherTag),
			cmp.Compare(x.findings, y.findings),
			-cmp.Compare(x.depth, y.depth),
		)
	}
}

func distanceOf(leaves []leaf, depth int) distance {
	d := distance{findings: len(leaves)}
	for _, l := range leaves {
		d.depth = max(d.depth, len(l.path))
		switch l.kind.(type) {
		case *kind.Type:
			d.otherKind = d.otherKind || len(l.path) == depth
		case *kind.Const, *kind.Enum, union:
			d.otherKind = d.otherKind || len(l.path) == depth
			d.otherTag = d.otherTag || len(l.path) == depth+1
		}
	}
	return d
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
