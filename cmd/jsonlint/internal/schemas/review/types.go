package review

import (
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// types is a set of the types of JSON Schema.
type types uint8

const (
	null types = 1 << iota
	boolean
	integer
	fraction // numbers that are not integers
	text
	array
	object

	anyType = 1<<7 - 1
)

// typesNamed returns the types with a name, or 0 if there are none.
func typesNamed(name string) types {
	switch name {
	case "null":
		return null
	case "boolean":
		return boolean
	case "integer":
		return integer
	case "number":
		return integer | fraction
	case "string":
		return text
	case "array":
		return array
	case "object":
		return object
	}
	return 0
}

// typeSet returns the types that the value of the keyword "type" allows. It returns 0 for a value
// that is not valid.
func typeSet(v document.Value) (set types) {
	if v.Kind() == tokenizer.String {
		return typesNamed(v.String())
	}
	for _, e := range v.Elements() {
		t := typesNamed(e.String())
		if t == 0 {
			return 0
		}
		set |= t
	}
	return set
}

// typeOf returns the type of a value. A number may have one of two types if it is not known whether
// it is an integer.
func typeOf(v document.Value) types {
	switch v.Kind() {
	case tokenizer.Null:
		return null
	case tokenizer.True, tokenizer.False:
		return boolean
	case tokenizer.String:
		return text
	case tokenizer.BeginArray:
		return array
	case tokenizer.BeginObject:
		return object
	}
	switch number := string(v.Raw()); {
	case strings.ContainsAny(number, "eE"):
		return integer | fraction
	case strings.Trim(number[strings.IndexByte(number+".", '.'):], ".0") == "":
		return integer
	}
	return fraction
}

// typesIn returns the types of the elements of an array.
func typesIn(v document.Value) (set types) {
	for _, e := range v.Elements() {
		set |= typeOf(e)
	}
	return set
}

// names lists the types for a message.
func (t types) names() (names []string) {
	for _, name := range []string{"null", "boolean", "number", "integer", "string", "array", "object"} {
		if set := typesNamed(name); t&set == set && (name != "integer" || t&fraction == 0) {
			names = append(names, name)
		}
	}
	return names
}

// concerned returns the types of the values that a keyword may refuse.
func concerned(keyword string) types {
	switch keyword {
	case "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "maxContains", "minContains", "maxItems", "minItems", "uniqueItems":
		return array
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "maxProperties", "minProperties",
		"required", "dependencies", "dependentRequired", "dependentSchemas":
		return object
	case "maxLength", "minLength", "pattern":
		return text
	case "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf":
		return integer | fraction
	}
	return anyType
}
