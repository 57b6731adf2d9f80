package openapi

import (
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
		l.nested[t.position()] = l.nested[t.position()] || t.isNested
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
	r := l.resourceOf(t.node)
	if id := t.member("$id"); id.Exists() && r.around != nil && r.position() == t.position() {
		l.checkName(nil, id, r.uri.String())
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if anchor := t.member(keyword); anchor.text() != "" {
			l.checkName(r, anchor, anchor.text())
		}
	}
	for _, keyword := range referring {
		if ref := t.member(keyword); ref.Exists() {
			l.referToSchema(ref)
		}
	}
	l.checkSpelling(t, r)
	for name, v := range t.Members() {
		if typ := subschemas[name.String()]; typ != nil {
			l.pushSchemas(t, v, typ)
		}
	}
}

// A schemaName is a name that only one schema may have: an anchor in a resource, or the URI of a resource.
type schemaName struct {
	in   *resource // nil for a URI
	name string
}

// checkName reports the name of a schema if another schema has the same name.
func (l *loader) checkName(in *resource, v node, name string) {
	key := schemaName{in, name}
	first, ok := l.names[key]
	if !ok {
		l.names[key] = v
		return
	}
	if v.file == first.file && v.Offset() < first.Offset() {
		first, v = v, first
		l.names[key] = first
	}
	around := func(n node) string { return n.Pointer()[:strings.LastIndexByte(n.Pointer(), '/')] }
	if v.file != first.file || around(v) != around(first) {
		l.add(v.file, v.Value, "%s#%s has the same name", first.file.Name, around(first))
		l.repeated[v.position()] = true
	}
}

// pushSchemas adds the schemas in the value of a keyword. What is not a schema is reported by package schema.
func (l *loader) pushSchemas(t task, v document.Value, typ *grammar.Type) {
	switch {
	case typ == dependencies && v.Kind() == tokenizer.BeginObject:
		for _, member := range v.Members() {
			if member.Kind() == tokenizer.BeginObject { // otherwise it is a list of names
				l.push(task{node: node{t.file, member}, typ: schemaType, isNested: true})
			}
		}
		return
	case v.Kind() == tokenizer.BeginArray:
		typ = schemaList // "items" may be a list in older drafts
	case v.Kind() != tokenizer.BeginObject:
		return
	}
	l.push(task{node: node{t.file, v}, typ: typ, isNested: true})
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
	if typ := t.member("type"); typ.text() == "array" && !t.Member("items").Exists() {
		l.add(t.file, typ.Value, `"items" is missing, which arrays must have in OpenAPI 3.0`)
	}
}

// referring are the keywords that refer to schemas. A "$recursiveRef" stays in its file.
var referring = []string{"$ref", "$dynamicRef"}

func (l *loader) referToSchema(ref node) {
	if isMetaschema(ref) {
		return
	}
	if _, problem := l.resolve(ref, ref.text()); problem == isElsewhere {
		l.later = append(l.later, ref)
		return
	}
	target, ok := l.refer(ref)
	if ok && l.isCircle(target) {
		l.add(ref.file, ref.Value, "the references lead in a circle")
		return
	}
	switch wasSeen := ok && l.seen[seen{position: target.position()}]; {
	case wasSeen && l.version == grammar.V30: // so that the schema is written apart from the property that it may be
		l.roots = append(l.roots, target)
	case ok && !wasSeen:
		l.push(task{node: target, typ: schemaType})
	}
}

// isCircle reports whether a schema is a reference that leads in a circle, so it says nothing.
func (l *loader) isCircle(n node) bool {
	for range 100 {
		ref := n.member("$ref")
		if ref.Kind() != tokenizer.String {
			return false
		}
		target, problem := l.resolve(ref, ref.text())
		if problem != "" || !target.Exists() {
			return false
		}
		n = target
	}
	return true
}

// isMetaschema reports whether a reference leads to a metaschema, or to a place in one.
func isMetaschema(ref node) bool {
	at, _, _ := strings.Cut(ref.text(), "#")
	return at != "" && dialects[at] != 0
}
