package inquiry

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compareNames sets the names of a reason from which somebody can tell a misspelt one: those that the given schemas declare for
// members of the part, and those that it has.
func (e *evaluation) compareNames(l *Reason, schemas ...*jsonschema.Schema) {
	l.Declared = e.declared(schemas[0])
	if len(schemas) > 1 {
		for _, s := range schemas[1:] {
			l.Declared = append(slices.Clip(l.Declared), e.declared(s)...)
		}
		slices.Sort(l.Declared)
		l.Declared = slices.Compact(l.Declared)
	}
	if len(l.Declared) > 0 {
		e.part.split()
		l.Present = e.part.names
	}
}

// declared returns the names in "properties" of a schema, without those of members that it forbids. They must not be changed.
func (i *inquiry) declared(s *jsonschema.Schema) []string {
	if names, ok := i.names[s]; ok {
		return names
	}
	i.spend(int64(len(s.Properties)))
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if p := s.Properties[name]; p.Bool == nil || *p.Bool {
			names = append(names, name)
		}
	}
	i.names[s] = slices.Clip(names)
	return names
}

// mostInPlace is of how many schemas the names are compared.
const mostInPlace = 64

// inPlace returns the schema and those that it applies to the same part, the first ones.
func (e *evaluation) inPlace() []*jsonschema.Schema {
	all := []*jsonschema.Schema{e.schema}
	for n := 0; n < len(all) && len(all) < mostInPlace; n++ {
		s := all[n]
		next := slices.Concat([]*jsonschema.Schema{s.Ref, s.If, s.Then, s.Else}, s.AllOf, s.AnyOf, s.OneOf)
		for _, name := range slices.Sorted(maps.Keys(s.DependentSchemas)) {
			next = append(next, s.DependentSchemas[name])
		}
		for _, other := range next {
			if other != nil && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}
