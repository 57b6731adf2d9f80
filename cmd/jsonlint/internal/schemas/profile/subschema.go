package profile

import (
	"slices"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// The keywords that contain schemas.
var (
	holdSchema  = []string{"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
	holdList    = []string{"allOf", "anyOf", "items", "oneOf", "prefixItems"}
	holdMembers = []string{"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)

// others are the other keywords of JSON Schema, of any draft, that may reject a value or refer to another schema.
var others = []string{
	"$dynamicRef", "$recursiveRef", "$ref", "const", "dependentRequired", "enum", "exclusiveMaximum", "exclusiveMinimum", "format",
	"maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum",
	"multipleOf", "pattern", "required", "type", "uniqueItems",
}

// constrains reports whether a member of a schema may matter for whether a value is valid, according to some draft of JSON Schema. The
// others are annotations, names, or not keywords.
func constrains(keyword string) bool {
	return slices.Contains(others, keyword) || slices.Contains(holdSchema, keyword) || slices.Contains(holdList, keyword) || slices.Contains(holdMembers, keyword)
}

// inside calls f for each schema that a keyword contains. The name is that of a member, or invalid.
func inside(keyword string, v document.Value, f func(name, schema document.Value)) {
	switch v.Kind() {
	case tokenizer.BeginArray:
		if slices.Contains(holdList, keyword) {
			for _, one := range v.Elements() {
				f(document.Value{}, one)
			}
		}
	case tokenizer.BeginObject:
		if slices.Contains(holdMembers, keyword) {
			for name, one := range v.Members() {
				f(name, one)
			}
		} else if slices.Contains(holdSchema, keyword) {
			f(document.Value{}, v)
		}
	}
}

// isObject reports whether a schema is about objects.
func isObject(s document.Value) bool {
	return hasType(s, "object") || s.Member("properties").Exists()
}

// hasType reports whether a schema allows a type by its name.
func hasType(s document.Value, name string) bool {
	t := s.Member("type")
	if t.Kind() == tokenizer.String {
		return t.String() == name
	}
	for _, one := range t.Elements() {
		if one.String() == name {
			return true
		}
	}
	return false
}

// requiredBy returns the names of the members that a schema requires.
func requiredBy(s document.Value) map[string]bool {
	names := map[string]bool{}
	for _, one := range s.Member("required").Elements() {
		if one.Kind() == tokenizer.String {
			names[one.String()] = true
		}
	}
	return names
}

// isUnion reports whether a schema has alternatives.
func isUnion(s document.Value) bool {
	return s.Member("anyOf").Exists() || s.Member("type").Kind() == tokenizer.BeginArray
}
