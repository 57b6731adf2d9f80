package inquiry

import (
	"maps"
	"slices"

	"github.com/assayjson/assay/schema/internal/model"
)

// outermost returns the schema that applies this one, directly or not, to the same part.
func (e *evaluation) outermost() *model.Schema {
	for e.outer != nil && e.outer.part == e.part {
		e = e.outer
	}
	return e.schema
}

// A Declaration declares the names of members of an object.
type Declaration struct {
	schema *model.Schema
	isMore bool
}

// Declaration returns what declares members of the object for whose surplus or missing member the reason is. The result ok is false
// for other reasons.
func (r *Reason) Declaration() (d Declaration, ok bool) {
	return Declaration{r.knows, r.knowsMore}, r.knows != nil
}

// mostDeclaring is how many schemas declare names together at most.
const mostDeclaring = 64

// Names returns the names in "properties", without those of members that are forbidden. They are sorted.
func (d Declaration) Names() (names []string) {
	schemas := []*model.Schema{d.schema}
	for n := 0; n < len(schemas); n++ {
		s := schemas[n]
		for name, member := range s.Properties {
			if member.Bool == nil || *member.Bool {
				names = append(names, name)
			}
		}
		if !d.isMore {
			break
		}
		for _, other := range applied(s) {
			if other != nil && len(schemas) < mostDeclaring && !slices.Contains(schemas, other) {
				schemas = append(schemas, other)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// applied returns the schemas that s applies to the same part. Some of them may be nil.
func applied(s *model.Schema) []*model.Schema {
	all := slices.Concat([]*model.Schema{s.Ref, s.If, s.Then, s.Else}, s.AllOf, s.AnyOf, s.OneOf)
	for _, name := range slices.Sorted(maps.Keys(s.DependentSchemas)) {
		all = append(all, s.DependentSchemas[name])
	}
	return all
}

// Present returns the names of the members of the object of which one is missing or surplus. They are sorted, and must not be changed.
func (r *Reason) Present() []string {
	r.part.split()
	return r.part.names
}
