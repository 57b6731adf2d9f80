package inquiry

import (
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/schema/internal/model"
)

// traits are what an inquiry needs to know about a schema in another form than it has.
type traits struct {
	schema   *model.Schema
	demanded []*traits       // of the schema and those that it always applies to the same value, as far as it is seen quickly
	isShared bool            // other schemas refer to it
	types    types           // 0 if the type is not restricted
	tags     []tag           // the properties with "const" or "enum", which often decide at once; sorted
	patterns []model.Regexp  // of "patternProperties"; sorted
	listed   map[string]bool // the canonical forms of the values of a long "enum"; otherwise nil
}

// allow reports whether a value has one of the types that are allowed.
func (t *traits) allow(v any) bool { return t.types == 0 || t.types.allow(v) }

// A tag is a property, and a schema with "const" or "enum" for it.
type tag struct {
	name string
	*traits
}

// longEnum is how many values of "enum" are compared one after the other.
const longEnum = 16

// traitsOf returns the traits of schemas.
func traitsOf(schemas []*model.Schema) map[*model.Schema]*traits {
	shared, all := referred(schemas), make(map[*model.Schema]*traits, len(schemas))
	for _, s := range schemas {
		t := &traits{schema: s, isShared: shared[s]}
		if s.Types != nil {
			t.types = typesOf(s.Types.ToStrings())
		}
		if s.Enum != nil && len(s.Enum.Values) > longEnum {
			t.listed = make(map[string]bool, len(s.Enum.Values))
			for _, v := range s.Enum.Values {
				t.listed[string(appendCanonical(nil, v))] = true
			}
		}
		t.patterns = slices.SortedFunc(maps.Keys(s.PatternProperties), func(a, b model.Regexp) int {
			return strings.Compare(a.String(), b.String())
		})
		all[s] = t
	}
	for _, t := range all {
		t.demanded = demanded(t.schema, all)
	}
	for _, t := range all {
		for name, property := range t.schema.Properties {
			for _, d := range all[property].demanded {
				if d.schema.Const != nil || d.schema.Enum != nil {
					t.tags = append(t.tags, tag{name, d})
				}
			}
		}
		slices.SortStableFunc(t.tags, func(a, b tag) int { return strings.Compare(a.name, b.name) })
	}
	return all
}

// Each calls f once for each of the given schemas and once for each schema reachable from them.
func Each(schemas []*model.Schema, f func(*model.Schema)) {
	schemas = slices.Clone(schemas) // which the caller still needs
	seen := map[*model.Schema]bool{}
	for len(schemas) > 0 {
		s := schemas[len(schemas)-1]
		schemas = schemas[:len(schemas)-1]
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		schemas = append(schemas, subschemas(s)...)
		f(s)
	}
}

// subschemas returns the schemas that s refers to or contains.
func subschemas(s *model.Schema) []*model.Schema {
	all := []*model.Schema{
		s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties, s.Contains,
		s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	}
	if s.DynamicRef != nil {
		all = append(all, s.DynamicRef.Ref)
	}
	for _, list := range [][]*model.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		all = append(all, list...)
	}
	all = slices.AppendSeq(all, maps.Values(s.Properties))
	all = slices.AppendSeq(all, maps.Values(s.PatternProperties))
	all = slices.AppendSeq(all, maps.Values(s.DependentSchemas))
	all = appendAny(all, s.AdditionalProperties, s.Items, s.AdditionalItems)
	for _, dependency := range s.Dependencies {
		all = appendAny(all, dependency)
	}
	return all
}

// appendAny appends all schemas that values contains. An element of values may be a schema, a list
// of schemas, or something else.
func appendAny(all []*model.Schema, values ...any) []*model.Schema {
	for _, v := range values {
		switch v := v.(type) {
		case *model.Schema:
			all = append(all, v)
		case []*model.Schema:
			all = append(all, v...)
		}
	}
	return all
}

// referred returns the schemas to which the given schemas refer.
func referred(schemas []*model.Schema) map[*model.Schema]bool {
	targets := map[*model.Schema]bool{}
	for _, s := range schemas {
		targets[s.Ref], targets[s.RecursiveRef] = true, true
		if s.DynamicRef != nil {
			targets[s.DynamicRef.Ref] = true
		}
		if s.DynamicAnchor != "" || s.RecursiveAnchor {
			targets[s] = true
		}
	}
	return targets
}

// mostDemanded is how many schemas are looked at in order to see quickly what one of them demands.
const mostDemanded = 16

// demanded returns the traits of a schema and those that it always applies to the same value, the first ones, without those that only
// refer to others.
func demanded(s *model.Schema, traitsOf map[*model.Schema]*traits) (all []*traits) {
	queue := []*model.Schema{s}
	for n := 0; n < len(queue) && n < mostDemanded; n++ {
		s := queue[n]
		if s.Ref != nil {
			queue = append(queue, s.Ref)
		}
		if !s.IsReference {
			queue = append(queue, s.AllOf...)
			all = append(all, traitsOf[s])
		}
	}
	return all
}
