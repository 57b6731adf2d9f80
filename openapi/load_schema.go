package openapi

import (
	"net/url"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/tokenizer"
)

// These types are those of the schemas in a schema.
var (
	schemaType    = &grammar.Type{Form: grammar.Schema}
	schemaList    = &grammar.Type{Form: grammar.Array, Of: schemaType}
	schemaMembers = &grammar.Type{Form: grammar.Map, Of: schemaType}
	dependencies  = &grammar.Type{Form: grammar.Map, Of: schemaType} // or lists of names
)

// subschemas are the keywords of JSON Schema whose values are or contain schemas. Those of older drafts are among them, because a
// document may choose its dialect.
var subschemas = map[string]*grammar.Type{
	"properties": schemaMembers, "patternProperties": schemaMembers, "$defs": schemaMembers, "definitions": schemaMembers,
	"dependentSchemas": schemaMembers, "dependencies": dependencies,
	"allOf": schemaList, "anyOf": schemaList, "oneOf": schemaList, "prefixItems": schemaList,
	"items": schemaType, "additionalItems": schemaType, "additionalProperties": schemaType, "not": schemaType, "if": schemaType,
	"then": schemaType, "else": schemaType, "contains": schemaType, "propertyNames": schemaType, "unevaluatedItems": schemaType,
	"unevaluatedProperties": schemaType, "contentSchema": schemaType,
}

// checkSchema checks what package schema does not: the members of a schema of OpenAPI 3.0, and references to other files. It also adds
// the schema to the roots.
func (l *loader) checkSchema(t task) {
	kind := t.Kind()
	switch isBoolean := kind == tokenizer.True || kind == tokenizer.False; {
	case isBoolean && (l.version != grammar.V30 || t.typ.Form == grammar.SchemaOrBoolean):
		if !t.isNested {
			l.roots = append(l.roots, t.node)
		}
		return
	case kind != tokenizer.BeginObject:
		l.add(t.file, t.Value, "a schema must be an object")
		return
	}
	key := seen{position: t.position()}
	if l.seen[key] {
		return
	}
	l.seen[key] = true
	if !t.isNested {
		l.roots = append(l.roots, t.node)
	}
	t.isNested = true
	l.hasTags = l.hasTags || t.Member("discriminator").Exists()
	if l.version == grammar.V30 {
		l.checkSchema30(t)
		return
	}
	if id := t.member("$id"); id.text() != "" && !strings.HasPrefix(id.text(), "#") {
		t.base = id.text()
		l.ids[t.base] = true
	}
	if ref := t.member("$ref"); ref.Exists() && t.base == "" && !isAnchor(ref.text()) {
		l.referToSchema(ref)
	}
	for name, v := range t.Members() {
		if typ := subschemas[name.String()]; typ != nil {
			l.pushSchemas(t, v, typ)
		}
	}
}

// pushSchemas adds the schemas in the value of a keyword. What is not a schema is reported by package schema.
func (l *loader) pushSchemas(t task, v document.Value, typ *grammar.Type) {
	switch {
	case typ == dependencies && v.Kind() == tokenizer.BeginObject:
		for _, member := range v.Members() {
			if member.Kind() == tokenizer.BeginObject { // otherwise it is a list of names
				l.push(task{node: node{t.file, member}, typ: schemaType, isNested: true, base: t.base})
			}
		}
		return
	case v.Kind() == tokenizer.BeginArray:
		typ = schemaList // "items" may be a list in older drafts
	case v.Kind() != tokenizer.BeginObject:
		return
	}
	l.push(task{node: node{t.file, v}, typ: typ, isNested: true, base: t.base})
}

// checkSchema30 checks a schema of OpenAPI 3.0, in which everything beside a reference is ignored.
func (l *loader) checkSchema30(t task) {
	if ref := t.member("$ref"); ref.Exists() {
		l.referToSchema(ref)
		return
	}
	l.checkMembers(t, grammar.Find("schema30"))
	if t.Member("readOnly").Kind() == tokenizer.True || t.Member("writeOnly").Kind() == tokenizer.True {
		l.hasDirections = true
	}
	switch required := t.Member("required"); {
	case required.Kind() == tokenizer.True || required.Kind() == tokenizer.False:
		l.add(t.file, required, `"required" is a list of names in the object around this schema`)
	}
}

func (l *loader) referToSchema(ref node) {
	if isAbsolute(ref.text()) {
		l.absolute = append(l.absolute, ref)
		return
	}
	target, ok := l.refer(ref)
	switch wasSeen := ok && l.seen[seen{position: target.position()}]; {
	case wasSeen && l.version == grammar.V30: // so that the schema is written apart from the property that it may be
		l.roots = append(l.roots, target)
	case ok:
		l.push(task{node: target, typ: schemaType, isNested: wasSeen})
	}
}

// isAbsolute reports whether a reference has a scheme, so it may be the "$id" of a schema in the document.
func isAbsolute(ref string) bool {
	u, err := url.Parse(ref)
	return err == nil && u.Scheme != ""
}

// isKnown reports whether a reference leads to a schema in the document by its "$id", or to a metaschema, or to a place in one of these.
func (l *loader) isKnown(ref string) bool {
	at, _, _ := strings.Cut(ref, "#")
	return l.ids[at] || l.ids[at+"#"] || at != "" && dialects[at] != 0
}

// checkAbsolute reports the references to schemas that are not in the document.
func (l *loader) checkAbsolute() {
	for _, ref := range l.absolute {
		if !l.isKnown(ref.text()) {
			l.refer(ref)
		}
	}
}

// isAnchor reports whether a reference leads to an anchor in the same file.
func isAnchor(ref string) bool {
	fragment, ok := strings.CutPrefix(ref, "#")
	return ok && fragment != "" && fragment[0] != '/'
}
