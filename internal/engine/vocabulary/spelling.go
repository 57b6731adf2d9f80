package vocabulary

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/tokenizer"
)

// extensions are keywords of programs whose names look like misspelt keywords.
var extensions = []string{
	"example",              // OpenAPI
	"tsType",               // json-schema-to-typescript
	"typeof", "instanceof", // ajv-keywords
}

// Meant returns the keyword of a draft that was probably meant by a name that is not a keyword, or "". The parameter v is the value with this
// name, which must be one that the keyword may have, and typ is the value of "type" in the schema if that is a string.
func (d Draft) Meant(name string, v document.Value, typ string) string {
	if slices.Contains(extensions, name) || strings.HasPrefix(name, "x-") {
		return ""
	}
	meant := suggest.Name(name, d.keywords())
	if meant == "" {
		meant = otherwise(name, typ)
	}
	if meant == "" || !Find(meant).Fits(v) {
		return ""
	}
	return meant
}

// otherwise returns the keyword for which "property" stands, or "min" or "max", which depend on the type.
func otherwise(name, typ string) string {
	if name == "property" {
		return "properties"
	}
	if name != "min" && name != "max" {
		return ""
	}
	switch typ {
	case "integer", "number":
		return name + "imum"
	case "string":
		return name + "Length"
	case "array":
		return name + "Items"
	case "object":
		return name + "Properties"
	}
	return ""
}

// Fits reports whether v has a type that the value of the keyword may have.
func (k *Keyword) Fits(v document.Value) bool {
	kind := v.Kind()
	isBool := kind == tokenizer.True || kind == tokenizer.False
	switch k.Shape {
	case OneSchema:
		return kind == tokenizer.BeginObject || isBool
	case SchemaList:
		return kind == tokenizer.BeginArray
	case SchemaMap, SchemaDeps:
		return kind == tokenizer.BeginObject
	case SchemaItems:
		return kind == tokenizer.BeginObject || kind == tokenizer.BeginArray || isBool
	}
	switch k.Name {
	case "type":
		return kind == tokenizer.BeginArray || isType(v)
	case "enum", "required", "examples":
		return kind == tokenizer.BeginArray
	case "uniqueItems", "readOnly", "writeOnly", "deprecated", "$recursiveAnchor":
		return isBool
	case "const", "default":
		return true
	case "dependentRequired", "$vocabulary", "extends":
		return kind == tokenizer.BeginObject
	case "exclusiveMinimum", "exclusiveMaximum":
		return kind == tokenizer.Number || isBool
	}
	if strings.HasPrefix(k.Name, "max") || strings.HasPrefix(k.Name, "min") || k.Name == "multipleOf" || k.Name == "divisibleBy" {
		return kind == tokenizer.Number
	}
	return kind == tokenizer.String
}

// isType reports whether v is the name of a type.
func isType(v document.Value) bool {
	return v.Kind() == tokenizer.String && slices.Contains([]string{"null", "boolean", "integer", "number", "string", "array", "object"}, v.String())
}
