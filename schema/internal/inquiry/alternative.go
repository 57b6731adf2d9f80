package inquiry

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/schema/internal/kind"
	"github.com/assayjson/assay/schema/internal/model"
)

// alternatives notes why all alternatives reject the part. If their requirements can be combined in one reason, it is only that reason.
// Otherwise, the reasons are those of the closest alternative.
func (e *evaluation) alternatives(keyword string, k any, list []*model.Schema) {
	if e.isInherited = true; !e.fail() {
		return
	}
	l := e.reason(keyword, k)
	depth := len(l.Path)
	_, isObject := e.part.value.(map[string]any)
	// If alternatives are for such a value, the closest one is among them. Otherwise, it is among those that some member means, although
	// another member has a value that they do not list.
	near := slices.DeleteFunc(slices.Clone(list), func(s *model.Schema) bool { return e.isForOthers(s, e.part) })
	if len(near) == 0 && isObject {
		near = slices.DeleteFunc(slices.Clone(list), func(s *model.Schema) bool { return !e.isMeant(s) })
	}
	nearest := e.nearest(near)
	isForSuch := func(b branch) bool { return distanceOf(b, depth).isForSuch() }
	branches := e.branches(nearest, nil, nil)
	if !slices.ContainsFunc(branches, isForSuch) {
		branches = e.branches(near, nearest, branches)
	}
	if !slices.ContainsFunc(branches, isForSuch) {
		if !slices.ContainsFunc(branches, func(b branch) bool { return b.isMeant }) {
			branches = e.branches(list, near, branches)
		}
		if l.unite(branches) || isObject && l.uniteTags(branches) {
			if len(branches) < len(list) {
				l.Alternatives = len(list)
			}
			e.add(l)
			return
		}
	}
	if l.uniteMissing(branches) {
		e.add(l)
		return
	}
	e.repeats = e.repeats || len(e.reasons) > 0
	closest := slices.MinFunc(branches, byDistance(depth))
	for _, l := range closest.reasons {
		if l.Alternatives == 0 && len(list) > 1 {
			copied := *l
			copied.Alternatives, l = len(list), &copied
		}
		e.add(l)
	}
}

// nearest returns the alternatives of which one is closest, if any of them is for such a value: those that a member means, if there are
// any, and of these the ones that declare the most members.
func (e *evaluation) nearest(list []*model.Schema) (nearest []*model.Schema) {
	var best branch
	for _, s := range list {
		b := branch{isMeant: e.isMeant(s), foreign: e.foreign(s)}
		switch order := compareMembers(b, best); {
		case nearest == nil || order < 0:
			best, nearest = b, []*model.Schema{s}
		case order == 0:
			nearest = append(nearest, s)
		}
	}
	return nearest
}

// compareMembers puts the alternative first that the members of an object mean, or of which more are declared.
func compareMembers(a, b branch) int {
	return cmp.Or(-compareBool(a.isMeant, b.isMeant), cmp.Compare(a.foreign, b.foreign))
}

// A branch is an alternative that rejects the part.
type branch struct {
	reasons []*Reason
	isMeant bool // a member has the value that "const" or "enum" requires
	foreign int  // how many members of an object the alternative does not declare
}

// branches returns the branches for alternatives. Those of the alternatives in near are known.
func (e *evaluation) branches(list, near []*model.Schema, known []branch) []branch {
	all := make([]branch, len(list))
	for i, other := range list {
		if len(near) > 0 && near[0] == other {
			all[i], near, known = known[0], near[1:], known[1:]
		} else {
			all[i] = branch{e.ask(other, e.part, e.scope, forReasons).reasons, e.isMeant(other), e.foreign(other)}
		}
	}
	return all
}

// isMeant reports whether a member of an object has the value that "const" or "enum" of an alternative requires.
func (e *evaluation) isMeant(s *model.Schema) bool {
	return slices.ContainsFunc(e.bySchema[s].demanded, func(t *traits) bool {
		e.spend(int64(len(t.tags)))
		return slices.ContainsFunc(t.tags, func(t tag) bool {
			member := e.part.member(t.name)
			return member != nil && e.isListed(t.traits, member.value)
		})
	})
}

// foreign returns how many members of an object a schema does not declare.
func (e *evaluation) foreign(s *model.Schema) (n int) {
	if len(e.part.names) == 0 {
		return 0
	}
	declared, ok := e.declared[s]
	if !ok {
		declared = Declaration{s, true}.Names()
		e.declared[s] = declared
		e.spend(int64(len(declared)))
	}
	e.spend(int64(len(e.part.names)))
	for _, name := range e.part.names {
		if _, ok := slices.BinarySearch(declared, name); !ok {
			n++
		}
	}
	return n
}

// uniteMissing sets l to the members of which each alternative requires one, if nothing but that member is missing, and reports whether that
// was possible.
func (l *Reason) uniteMissing(branches []branch) bool {
	var names []string
	for _, b := range branches {
		if len(b.reasons) != 1 || !slices.Equal(b.reasons[0].Path, l.Path) {
			return false
		}
		if _, ok := b.reasons[0].Kind.(*kind.Required); !ok {
			return false
		}
		if name := b.reasons[0].Subject; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	l.Kind, l.knows, l.knowsMore = OneMissing{names}, branches[0].reasons[0].knows, true
	return len(names) > 1
}

// unite sets l to the combined requirements of the alternatives, and reports whether that was
// possible. It is possible if each alternative has a single requirement, and this requirement
// restricts the type or the value at l.Path itself.
func (l *Reason) unite(branches []branch) bool {
	var all Union
	for _, b := range branches {
		reasons := b.reasons
		if len(reasons) != 1 || reasons[0].AtName || !slices.Equal(reasons[0].Path, l.Path) {
			return false
		}
		wanted := wantsOf(reasons[0], true)
		if wanted == nil {
			return false
		}
		all = append(all, wanted...)
	}
	l.Kind = distinctKinds(all)
	return len(branches) > 1
}

// uniteTags handles alternatives that all require certain values of the same member. This member is
// a tag: its value selects the alternative. If the document fails these requirements in all
// alternatives, uniteTags moves l to the tag, sets l to the combined requirements, and returns
// true.
func (l *Reason) uniteTags(branches []branch) bool {
	tags := l.tags(branches[0].reasons)
	for _, b := range branches[1:] {
		others := l.tags(b.reasons)
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
	l.Path, l.Kind = append(slices.Clip(l.Path), name), distinctKinds(tags[name])
	return true
}

// distinctKinds removes all kinds from u that are the same as earlier ones: if several alternatives refer to the same schema, they have its
// kinds as often, which would be exponential in the number of schemas that do so.
func distinctKinds(u Union) Union {
	seen := make(map[any]bool, len(u))
	return slices.DeleteFunc(u, func(k any) bool {
		was := seen[k]
		seen[k] = true
		return was
	})
}

// tags returns, for each member of the object at l, the values that an alternative requires. The
// keys of the map are the names of the members. If several schemas of the alternative apply to a member,
// the last one counts, in the order of their locations.
func (l *Reason) tags(reasons []*Reason) map[string]Union {
	tags := map[string]Union{}
	for _, other := range slices.SortedStableFunc(slices.Values(reasons), func(a, b *Reason) int { return strings.Compare(a.Schema, b.Schema) }) {
		if len(other.Path) != len(l.Path)+1 || other.AtName {
			continue
		}
		if wants := wantsOf(other, false); wants != nil {
			tags[other.Path[len(l.Path)]] = slices.Clip(wants)
		}
	}
	return tags
}

// wantsOf returns the values that a reason requires. If types is set, it also returns the types that
// a reason requires. It returns nil for a reason with any other requirement.
func wantsOf(l *Reason, types bool) Union {
	switch k := l.Kind.(type) {
	case *kind.Const, *kind.Enum:
		return Union{k}
	case *kind.Type:
		if types {
			return Union{k}
		}
	case Union:
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

// isForSuch reports whether the alternative is for values of such a type and with such a tag.
func (d distance) isForSuch() bool { return !d.otherKind && !d.otherTag }

// byDistance returns a comparison that puts the closest alternative first. An alternative is close
// if the value is of the required type or one of the required values, if the same is true of a member that selects the alternative, if
// there are few findings, and if a finding is deep inside the value.
func byDistance(depth int) func(a, b branch) int {
	return func(a, b branch) int {
		x, y := distanceOf(a, depth), distanceOf(b, depth)
		return cmp.Or(
			compareBool(x.otherKind, y.otherKind),
			compareBool(x.otherTag, y.otherTag),
			compareMembers(a, b),
			cmp.Compare(x.findings, y.findings),
			-cmp.Compare(x.depth, y.depth),
			slices.CompareFunc(a.reasons, b.reasons, compareReasons),
		)
	}
}

// compareReasons orders reasons by everything from which people can distinguish them, except for the location in the schema.
func compareReasons(a, b *Reason) int {
	return cmp.Or(
		-slices.Compare(a.Path, b.Path), // an alternative that goes further is closer
		strings.Compare(a.demand(), b.demand()),
		strings.Compare(a.Subject, b.Subject),
		cmp.Compare(a.Alternatives, b.Alternatives),
	)
}

// demand returns the keyword of a reason and what it demands. It is the same for several types in one schema and in several alternatives.
func (r *Reason) demand() string {
	var values []string
	for _, k := range wantsOf(r, true) {
		switch k := k.(type) {
		case *kind.Type:
			values = append(values, k.Want...)
		case *kind.Enum:
			for _, v := range k.Want {
				values = append(values, string(appendCanonical(nil, v)))
			}
		case *kind.Const:
			values = append(values, string(appendCanonical(nil, k.Want)))
		}
	}
	if values != nil {
		slices.Sort(values)
		return fmt.Sprint(slices.Compact(values))
	}
	return fmt.Sprint(r.Keyword, " ", wanted(r.Kind))
}

// wanted returns what the keyword of a reason demands, if reasons of this kind differ in that, and otherwise the kind.
func wanted(k any) any {
	switch k := k.(type) {
	case OneMissing:
		return k.Names
	case *kind.Format:
		return k.Want
	case *kind.Pattern:
		return k.Want
	case *kind.Dependency:
		return k.Prop
	case *kind.Size:
		return k.Want
	case *kind.Bound:
		return k.Want
	}
	return fmt.Sprintf("%T", k)
}

func distanceOf(b branch, depth int) distance {
	d := distance{findings: len(b.reasons)}
	for _, l := range b.reasons {
		d.depth = max(d.depth, len(l.Path))
		switch l.Kind.(type) {
		case *kind.Type:
			d.otherKind = d.otherKind || len(l.Path) == depth
		case *kind.Const, *kind.Enum, Union:
			d.otherKind = d.otherKind || len(l.Path) == depth
			d.otherTag = d.otherTag || len(l.Path) == depth+1 && wantsOf(l, false) != nil
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
