package model

import (
	"encoding/json"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
)

// keywords compiles the keywords of one schema.
type keywords struct {
	*Compiler
	*place
	object map[string]any
	schema *Schema
}

// compile compiles all keywords that have a meaning in the dialect.
func (k *keywords) compile() {
	s, dialect := k.schema, k.resource.dialect
	draft := dialect.Draft
	if s.Ref, _ = k.refer(k.place, k.object, "$ref"); s.Ref != nil {
		s.IsReference = draft < Draft2019 || k.hasOnlyAnnotations()
	}
	if s.IsReference {
		return // in drafts before 2019-09, everything beside a reference is ignored
	}
	if draft >= Draft2019 {
		k.references()
	}
	if dialect.has(applicator) {
		k.logic()
		k.members()
		k.items()
	}
	if dialect.has(unevaluated) && draft >= Draft2019 {
		s.UnevaluatedItems, s.UnevaluatedProperties = k.child("unevaluatedItems"), k.child("unevaluatedProperties")
	}
	if dialect.has(validation) {
		k.values()
		k.sizes()
	}
	if name, ok := k.object["format"].(string); ok && (k.AssertFormat || draft < Draft2019 || dialect.assertsFormat()) {
		s.Format = k.Formats[name]
	}
	if k.AssertContent && draft >= Draft7 && dialect.has(content) {
		k.content()
	}
}

// hasOnlyAnnotations reports whether keywords beside "$ref" are certain to assert nothing.
func (k *keywords) hasOnlyAnnotations() bool {
	for keyword := range k.object {
		switch keyword {
		case "$ref", "$comment", "$defs", "$schema", "default", "definitions", "deprecated", "description", "examples", "readOnly", "title", "writeOnly":
		default:
			return false
		}
	}
	return true
}

// references compiles the references that have been added in 2019-09, and the dynamic anchors.
func (k *keywords) references() {
	s := k.schema
	s.RecursiveRef, _ = k.refer(k.place, k.object, "$recursiveRef")
	s.RecursiveAnchor = k.isTrue("$recursiveAnchor")
	if k.resource.dialect.Draft >= Draft2020 {
		if target, fragment := k.refer(k.place, k.object, "$dynamicRef"); target != nil {
			s.DynamicRef = &DynamicRef{Ref: target}
			if fragment != "" && fragment[0] != '/' {
				s.DynamicRef.Anchor = fragment
			}
		}
		s.DynamicAnchor, _ = k.object["$dynamicAnchor"].(string)
	}
	k.isDynamic = k.isDynamic || s.RecursiveRef != nil || s.DynamicRef != nil
}

func (k *keywords) logic() {
	s := k.schema
	s.AllOf, s.AnyOf, s.OneOf, s.Not = k.list("allOf"), k.list("anyOf"), k.list("oneOf"), k.child("not")
	if k.resource.dialect.Draft < Draft7 {
		return
	}
	if s.If = k.child("if"); s.If != nil {
		always, isBool := k.object["if"].(bool)
		if !isBool || always {
			s.Then = k.child("then")
		}
		if !isBool || !always {
			s.Else = k.child("else")
		}
	}
}

// members compiles the keywords with schemas for the members of objects.
func (k *keywords) members() {
	s := k.schema
	s.Properties = k.named("properties")
	if patterns := k.named("patternProperties"); patterns != nil {
		s.PatternProperties = make(map[Regexp]*Schema, len(patterns))
		for _, name := range slices.Sorted(maps.Keys(patterns)) {
			if re := k.pattern("patternProperties", name, name); re != nil {
				s.PatternProperties[re] = patterns[name]
			}
		}
	}
	s.AdditionalProperties = k.childOrBool("additionalProperties")
	if others, ok := k.object["dependencies"].(map[string]any); ok && k.resource.dialect.has(removed) {
		s.Dependencies = make(map[string]any, len(others))
		for _, name := range slices.Sorted(maps.Keys(others)) {
			if names, ok := others[name].([]any); ok {
				s.Dependencies[name] = stringsOf(names)
			} else {
				s.Dependencies[name] = k.enqueueAt("/dependencies/"+escape(name), others[name])
			}
		}
	}
	draft := k.resource.dialect.Draft
	if draft >= Draft6 {
		s.PropertyNames = k.child("propertyNames")
	}
	if draft >= Draft2019 {
		s.DependentSchemas = k.named("dependentSchemas")
	}
}

// items compiles the keywords with schemas for the items of arrays.
func (k *keywords) items() {
	s, draft := k.schema, k.resource.dialect.Draft
	if draft >= Draft6 {
		s.Contains = k.child("contains")
	}
	if draft >= Draft2020 {
		s.PrefixItems, s.Items2020 = k.list("prefixItems"), k.child("items")
		return
	}
	if _, isList := k.object["items"].([]any); isList {
		s.Items, s.AdditionalItems = k.list("items"), k.childOrBool("additionalItems")
	} else if items := k.child("items"); items != nil {
		s.Items = items
	}
}

// values compiles the keywords that restrict values themselves, or require members.
func (k *keywords) values() {
	s, draft := k.schema, k.resource.dialect.Draft
	s.Types = typesOf(k.object["type"])
	if values, ok := k.object["enum"].([]any); ok {
		s.Enum = &Enum{values}
	}
	if value, ok := k.object["const"]; ok && draft >= Draft6 {
		s.Const = &value
	}
	if pattern, ok := k.object["pattern"].(string); ok {
		s.Pattern = k.pattern("pattern", pattern, "")
	}
	s.UniqueItems = k.isTrue("uniqueItems")
	if names, ok := k.object["required"].([]any); ok {
		s.Required = stringsOf(names)
	}
	if others, ok := k.object["dependentRequired"].(map[string]any); ok && draft >= Draft2019 {
		s.DependentRequired = make(map[string][]string, len(others))
		for name, value := range others {
			if names, ok := value.([]any); ok {
				s.DependentRequired[name] = stringsOf(names)
			}
		}
	}
}

// sizes compiles the keywords with numbers.
func (k *keywords) sizes() {
	s := k.schema
	s.MultipleOf, s.Maximum, s.Minimum = k.number("multipleOf"), k.number("maximum"), k.number("minimum")
	s.ExclusiveMaximum, s.ExclusiveMinimum = k.number("exclusiveMaximum"), k.number("exclusiveMinimum")
	if k.isTrue("exclusiveMaximum") {
		s.ExclusiveMaximum, s.Maximum = s.Maximum, nil
	}
	if k.isTrue("exclusiveMinimum") {
		s.ExclusiveMinimum, s.Minimum = s.Minimum, nil
	}
	s.MinLength, s.MaxLength = k.size("minLength"), k.size("maxLength")
	s.MinItems, s.MaxItems = k.size("minItems"), k.size("maxItems")
	s.MinProperties, s.MaxProperties = k.size("minProperties"), k.size("maxProperties")
	if s.Contains != nil && k.resource.dialect.Draft >= Draft2019 {
		s.MinContains, s.MaxContains = k.size("minContains"), k.size("maxContains")
	}
}

func (k *keywords) content() {
	s := k.schema
	if name, ok := k.object["contentEncoding"].(string); ok {
		s.ContentEncoding = k.Encodings[name]
	}
	if name, ok := k.object["contentMediaType"].(string); ok {
		s.ContentMediaType = k.MediaTypes[name]
	}
	if s.ContentMediaType != nil && s.ContentMediaType.IsJSON && k.resource.dialect.Draft >= Draft2019 {
		s.ContentSchema = k.child("contentSchema")
	}
}

// enqueueAt returns the schema at a place below this one.
func (k *keywords) enqueueAt(below string, value any) *Schema {
	if k.isTooLong() {
		return nowhere
	}
	return k.enqueue(k.at(k.document, k.key+below, value, k.resource))
}

// child returns the schema that is the value of a keyword, or nil.
func (k *keywords) child(keyword string) *Schema {
	value, ok := k.object[keyword]
	if !ok {
		return nil
	}
	return k.enqueueAt("/"+keyword, value)
}

// childOrBool is like child, but the result may also be a bool.
func (k *keywords) childOrBool(keyword string) any {
	value, ok := k.object[keyword]
	if _, isBool := value.(bool); isBool || !ok {
		return value
	}
	return k.child(keyword)
}

// list returns the schemas in the array that is the value of a keyword.
func (k *keywords) list(keyword string) (schemas []*Schema) {
	items, _ := k.object[keyword].([]any)
	for i, item := range items {
		schemas = append(schemas, k.enqueueAt("/"+keyword+"/"+strconv.Itoa(i), item))
	}
	return schemas
}

// named returns the schemas in the object that is the value of a keyword.
func (k *keywords) named(keyword string) map[string]*Schema {
	members, ok := k.object[keyword].(map[string]any)
	if !ok {
		return nil
	}
	schemas := make(map[string]*Schema, len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		schemas[name] = k.enqueueAt("/"+keyword+"/"+escape(name), members[name])
	}
	return schemas
}

// pattern compiles a pattern, or adds a mistake.
func (k *keywords) pattern(keyword, pattern, name string) Regexp {
	if re := k.patterns[pattern]; re != nil {
		return re
	}
	re, err := k.Pattern(pattern)
	if err != nil {
		k.add(Mistake{Kind: Pattern, Location: k.location(), Keyword: keyword, Name: name, Err: err})
		return nil
	}
	k.patterns[pattern] = re
	return re
}

func (k *keywords) isTrue(keyword string) bool { return k.object[keyword] == true }

func (k *keywords) number(keyword string) *big.Rat {
	if n, ok := k.object[keyword].(json.Number); ok {
		r, _ := new(big.Rat).SetString(n.String())
		return r
	}
	return nil
}

// size returns the int that is nearest to a number without a fraction. No document has more items, members or characters than that.
func (k *keywords) size(keyword string) *int {
	r := k.number(keyword)
	if r == nil || !r.IsInt() {
		return nil
	}
	size := math.MaxInt
	switch n := r.Num(); {
	case n.IsInt64() && int64(int(n.Int64())) == n.Int64():
		size = int(n.Int64())
	case n.Sign() < 0:
		size = math.MinInt
	}
	return &size
}

func stringsOf(values []any) (all []string) {
	for _, v := range values {
		if text, ok := v.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
