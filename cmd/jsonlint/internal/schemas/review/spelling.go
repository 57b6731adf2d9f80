package review

import (
	"fmt"
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

// spelling finds misspelt keywords. A name that is near that of a keyword is not one if the
// value cannot be that of the keyword, or if references lead into the
// value.
func (r *reviewer) spelling(n *node) {
	for i := range n.members {
		mem := &n.members[i]
		if mem.keyword != nil || slices.Contains(extensions, mem.key) || strings.HasPrefix(mem.key, "x-") {
			continue
		}
		name := suggest.Name(mem.key, keywordsOf(n.draft))
		if name == "" {
			name = otherwise(mem, n)
		}
		isVariant := n.member(name) != nil && strings.HasPrefix(mem.key, name) // such as description_old
		if name == "" || isVariant || !fits(byName.Get()[name], mem.value) || r.isReferred(mem.value) {
			continue
		}
		f := r.add(MisspeltKeyword, mem.name, mem.key, fmt.Sprintf("unknown keyword %q; did you mean %q?", mem.key, name))
		f.Suggestion = name
	}
}

// formats are the formats of all drafts. The others that people use are not listed, because only names near these are reported.
var formats = []string{
	"date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri", "iri-reference",
	"json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference", "uri-template", "uuid",
}

// otherFormats are names of formats near others that are not misspelt.
var otherFormats = []string{"url", "uri-ref", "urn", "ip", "guid", "ulid", "uid", "id", "hash", "ipv4-address", "color"}

// format finds a misspelt format.
func (r *reviewer) format(n *node) {
	v := n.get("format")
	if v.Kind() != tokenizer.String || slices.Contains(otherFormats, v.String()) || slices.Contains(formats, v.String()) {
		return
	}
	if name := suggest.Name(v.String(), formats); name != "" {
		f := r.add(MisspeltKeyword, v, "format", fmt.Sprintf("unknown format %q; did you mean %q?", v.String(), name))
		f.Suggestion = name
	}
}

// keywordless adds a finding if the text has members, but no keyword that has an effect or contains schemas, so that it accepts everything. It
// may be a document, or have the schema in a member.
func (r *reviewer) keywordless(root *node) {
	unknown := document.Value{}
	for i := range root.members {
		mem := &root.members[i]
		switch {
		case mem.keyword != nil && (mem.keyword.effect != describes || mem.keyword.shape != noSchemas):
			return
		case mem.keyword == nil && !unknown.Exists() && !strings.HasPrefix(mem.key, "x-"):
			unknown = mem.name
		}
	}
	if unknown.Exists() && len(r.found) == 0 && len(r.led) == 0 {
		r.add(MisspeltKeyword, unknown, unknown.String(), fmt.Sprintf("%q is no keyword, and there is none that restricts anything; is this a schema?", unknown.String()))
	}
}

// otherwise returns the keyword for which "property" stands, or "min" or "max", which depend on the type.
func otherwise(mem *member, n *node) string {
	if mem.key == "property" {
		return "properties"
	}
	if mem.key != "min" && mem.key != "max" {
		return ""
	}
	switch n.raw("type").String() {
	case "integer", "number":
		return mem.key + "imum"
	case "string":
		return mem.key + "Length"
	case "array":
		return mem.key + "Items"
	case "object":
		return mem.key + "Properties"
	}
	return ""
}

// fits reports whether v has a type that the value of a keyword may have.
func fits(k *keyword, v document.Value) bool {
	kind := v.Kind()
	isBool := kind == tokenizer.True || kind == tokenizer.False
	switch k.shape {
	case oneSchema:
		return kind == tokenizer.BeginObject || isBool
	case schemaList:
		return kind == tokenizer.BeginArray
	case schemaMap, schemaDeps:
		return kind == tokenizer.BeginObject
	case schemaItems:
		return kind == tokenizer.BeginObject || kind == tokenizer.BeginArray || isBool
	}
	switch k.name {
	case "type":
		return kind == tokenizer.BeginArray || typeSet(v) != 0
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
	if strings.HasPrefix(k.name, "max") || strings.HasPrefix(k.name, "min") || k.name == "multipleOf" || k.name == "divisibleBy" {
		return kind == tokenizer.Number
	}
	return kind == tokenizer.String
}
