package review

import "github.com/assayjson/assay/internal/engine/lazy"

// A shape says which schemas the value of a keyword contains.
type shape uint8

const (
	noSchemas   shape = iota
	oneSchema         // the value is a schema
	schemaList        // an array of schemas
	schemaMap         // an object whose members are schemas
	schemaItems       // a schema or an array of schemas
	schemaDeps        // an object whose members are schemas or arrays of names
)

// An effect says what a keyword does to documents.
type effect uint8

const (
	describes effect = iota // nothing: annotations, identifiers, definitions
	asserts                 // restricts values
	applies                 // applies schemas to the same value
	tests                   // applies a schema to the same value, which need not be valid against it
	descends                // applies schemas to elements, members or names
)

// A keyword is a row of the table of keywords.
type keyword struct {
	name        string
	first, last draft // the drafts in which the keyword exists
	shape       shape
	effect      effect
	instead     string // what to use in drafts without the keyword
}

// keywords lists the keywords of all drafts.
var keywords = []keyword{
	{"$schema", draft3, forever, noSchemas, describes, ""},
	{"id", draft3, draft4, noSchemas, describes, ""},
	{"$id", draft6, forever, noSchemas, describes, ""},
	{"$ref", draft3, forever, noSchemas, applies, ""},
	{"$anchor", draft2019, forever, noSchemas, describes, ""},
	{"$recursiveRef", draft2019, draft2019, noSchemas, applies, `use "$dynamicRef"`},
	{"$recursiveAnchor", draft2019, draft2019, noSchemas, describes, ""},
	{"$dynamicRef", draft2020, forever, noSchemas, applies, `use "$ref"`},
	{"$dynamicAnchor", draft2020, forever, noSchemas, describes, ""},
	{"$vocabulary", draft2019, forever, noSchemas, describes, ""},
	{"$comment", draft7, forever, noSchemas, describes, ""},
	{"$defs", draft2019, forever, schemaMap, describes, ""},
	{"definitions", draft4, forever, schemaMap, describes, ""},

	{"title", draft3, forever, noSchemas, describes, ""},
	{"description", draft3, forever, noSchemas, describes, ""},
	{"default", draft3, forever, noSchemas, describes, ""},
	{"examples", draft6, forever, noSchemas, describes, ""},
	{"readOnly", draft7, forever, noSchemas, describes, ""},
	{"writeOnly", draft7, forever, noSchemas, describes, ""},
	{"deprecated", draft2019, forever, noSchemas, describes, ""},
	{"contentEncoding", draft7, forever, noSchemas, describes, ""},
	{"contentMediaType", draft7, forever, noSchemas, describes, ""},
	{"contentSchema", draft2019, forever, oneSchema, describes, ""},

	{"type", draft3, forever, noSchemas, asserts, ""},
	{"enum", draft3, forever, noSchemas, asserts, ""},
	{"const", draft6, forever, noSchemas, asserts, `use "enum" with one value`},
	{"format", draft3, forever, noSchemas, asserts, ""},
	{"multipleOf", draft4, forever, noSchemas, asserts, ""},
	{"maximum", draft3, forever, noSchemas, asserts, ""},
	{"exclusiveMaximum", draft3, forever, noSchemas, asserts, ""},
	{"minimum", draft3, forever, noSchemas, asserts, ""},
	{"exclusiveMinimum", draft3, forever, noSchemas, asserts, ""},
	{"maxLength", draft3, forever, noSchemas, asserts, ""},
	{"minLength", draft3, forever, noSchemas, asserts, ""},
	{"pattern", draft3, forever, noSchemas, asserts, ""},
	{"maxItems", draft3, forever, noSchemas, asserts, ""},
	{"minItems", draft3, forever, noSchemas, asserts, ""},
	{"uniqueItems", draft3, forever, noSchemas, asserts, ""},
	{"maxContains", draft2019, forever, noSchemas, asserts, ""},
	{"minContains", draft2019, forever, noSchemas, asserts, ""},
	{"maxProperties", draft4, forever, noSchemas, asserts, ""},
	{"minProperties", draft4, forever, noSchemas, asserts, ""},
	{"required", draft3, forever, noSchemas, asserts, ""},
	{"dependentRequired", draft2019, forever, noSchemas, asserts, `use "dependencies"`},

	{"items", draft3, forever, schemaItems, descends, ""},
	{"prefixItems", draft2020, forever, schemaList, descends, `use "items" with an array`},
	{"additionalItems", draft3, draft2019, oneSchema, descends, `use "items"`},
	{"unevaluatedItems", draft2019, forever, oneSchema, descends, ""},
	{"contains", draft6, forever, oneSchema, descends, ""},
	{"properties", draft3, forever, schemaMap, descends, ""},
	{"patternProperties", draft3, forever, schemaMap, descends, ""},
	{"additionalProperties", draft3, forever, oneSchema, descends, ""},
	{"unevaluatedProperties", draft2019, forever, oneSchema, descends, ""},
	{"propertyNames", draft6, forever, oneSchema, descends, `use "patternProperties" and "additionalProperties"`},

	{"dependencies", draft3, forever, schemaDeps, applies, ""},
	{"dependentSchemas", draft2019, forever, schemaMap, applies, `use "dependencies"`},
	{"if", draft7, forever, oneSchema, tests, ""},
	{"then", draft7, forever, oneSchema, applies, ""},
	{"else", draft7, forever, oneSchema, applies, ""},
	{"allOf", draft4, forever, schemaList, applies, ""},
	{"anyOf", draft4, forever, schemaList, applies, ""},
	{"oneOf", draft4, forever, schemaList, applies, ""},
	{"not", draft4, forever, oneSchema, tests, ""},

	{"divisibleBy", draft3, draft3, noSchemas, asserts, `use "multipleOf"`},
	{"disallow", draft3, draft3, noSchemas, asserts, `use "not"`},
	{"extends", draft3, draft3, noSchemas, applies, `use "allOf"`},
}

// byName maps the names of keywords to their rows.
var byName = lazy.Value[map[string]*keyword]{Make: func() map[string]*keyword {
	m := make(map[string]*keyword, len(keywords))
	for i := range keywords {
		m[keywords[i].name] = &keywords[i]
	}
	return m
}}

// existsIn reports whether a draft has the keyword.
func (k *keyword) existsIn(d draft) bool { return k.first <= d && d <= k.last }

// keywordsOf returns the names of the keywords of a draft.
func keywordsOf(d draft) []string { return draftKeywords.Get()[d] }

var draftKeywords = lazy.Value[*[len(draftNames)][]string]{Make: func() *[len(draftNames)][]string {
	all := new([len(draftNames)][]string)
	for d := range all {
		for i := range keywords {
			if keywords[i].existsIn(draft(d)) {
				all[d] = append(all[d], keywords[i].name)
			}
		}
	}
	return all
}}
