package vocabulary

import "github.com/assayjson/assay/internal/engine/lazy"

// A Shape says which schemas the value of a keyword contains.
type Shape uint8

const (
	NoSchemas   Shape = iota
	OneSchema         // the value is a schema
	SchemaList        // an array of schemas
	SchemaMap         // an object whose members are schemas
	SchemaItems       // a schema or an array of schemas
	SchemaDeps        // an object whose members are schemas or arrays of names
)

// An Effect says what a keyword does to documents.
type Effect uint8

const (
	Describes Effect = iota // nothing: annotations, identifiers, definitions
	Asserts                 // restricts values
	Applies                 // applies schemas to the same value
	Tests                   // applies a schema to the same value, which need not be valid against it
	Descends                // applies schemas to elements, members or names
)

// A Keyword is a row of the table of keywords.
type Keyword struct {
	Name        string
	First, Last Draft // the drafts in which the keyword exists
	Shape       Shape
	Effect      Effect
	Instead     string // what to use in drafts without the keyword
}

// keywords lists the keywords of all drafts.
var keywords = []Keyword{
	{"$schema", Draft3, forever, NoSchemas, Describes, ""},
	{"id", Draft3, Draft4, NoSchemas, Describes, ""},
	{"$id", Draft6, forever, NoSchemas, Describes, ""},
	{"$ref", Draft3, forever, NoSchemas, Applies, ""},
	{"$anchor", Draft2019, forever, NoSchemas, Describes, ""},
	{"$recursiveRef", Draft2019, Draft2019, NoSchemas, Applies, `use "$dynamicRef"`},
	{"$recursiveAnchor", Draft2019, Draft2019, NoSchemas, Describes, ""},
	{"$dynamicRef", Draft2020, forever, NoSchemas, Applies, `use "$ref"`},
	{"$dynamicAnchor", Draft2020, forever, NoSchemas, Describes, ""},
	{"$vocabulary", Draft2019, forever, NoSchemas, Describes, ""},
	{"$comment", Draft7, forever, NoSchemas, Describes, ""},
	{"$defs", Draft2019, forever, SchemaMap, Describes, ""},
	{"definitions", Draft4, forever, SchemaMap, Describes, ""},

	{"title", Draft3, forever, NoSchemas, Describes, ""},
	{"description", Draft3, forever, NoSchemas, Describes, ""},
	{"default", Draft3, forever, NoSchemas, Describes, ""},
	{"examples", Draft6, forever, NoSchemas, Describes, ""},
	{"readOnly", Draft7, forever, NoSchemas, Describes, ""},
	{"writeOnly", Draft7, forever, NoSchemas, Describes, ""},
	{"deprecated", Draft2019, forever, NoSchemas, Describes, ""},
	{"contentEncoding", Draft7, forever, NoSchemas, Describes, ""},
	{"contentMediaType", Draft7, forever, NoSchemas, Describes, ""},
	{"contentSchema", Draft2019, forever, OneSchema, Describes, ""},

	{"type", Draft3, forever, NoSchemas, Asserts, ""},
	{"enum", Draft3, forever, NoSchemas, Asserts, ""},
	{"const", Draft6, forever, NoSchemas, Asserts, `use "enum" with one value`},
	{"format", Draft3, forever, NoSchemas, Asserts, ""},
	{"multipleOf", Draft4, forever, NoSchemas, Asserts, ""},
	{"maximum", Draft3, forever, NoSchemas, Asserts, ""},
	{"exclusiveMaximum", Draft3, forever, NoSchemas, Asserts, ""},
	{"minimum", Draft3, forever, NoSchemas, Asserts, ""},
	{"exclusiveMinimum", Draft3, forever, NoSchemas, Asserts, ""},
	{"maxLength", Draft3, forever, NoSchemas, Asserts, ""},
	{"minLength", Draft3, forever, NoSchemas, Asserts, ""},
	{"pattern", Draft3, forever, NoSchemas, Asserts, ""},
	{"maxItems", Draft3, forever, NoSchemas, Asserts, ""},
	{"minItems", Draft3, forever, NoSchemas, Asserts, ""},
	{"uniqueItems", Draft3, forever, NoSchemas, Asserts, ""},
	{"maxContains", Draft2019, forever, NoSchemas, Asserts, ""},
	{"minContains", Draft2019, forever, NoSchemas, Asserts, ""},
	{"maxProperties", Draft4, forever, NoSchemas, Asserts, ""},
	{"minProperties", Draft4, forever, NoSchemas, Asserts, ""},
	{"required", Draft3, forever, NoSchemas, Asserts, ""},
	{"dependentRequired", Draft2019, forever, NoSchemas, Asserts, `use "dependencies"`},

	{"items", Draft3, forever, SchemaItems, Descends, ""},
	{"prefixItems", Draft2020, forever, SchemaList, Descends, `use "items" with an array`},
	{"additionalItems", Draft3, Draft2019, OneSchema, Descends, `use "items"`},
	{"unevaluatedItems", Draft2019, forever, OneSchema, Descends, ""},
	{"contains", Draft6, forever, OneSchema, Descends, ""},
	{"properties", Draft3, forever, SchemaMap, Descends, ""},
	{"patternProperties", Draft3, forever, SchemaMap, Descends, ""},
	{"additionalProperties", Draft3, forever, OneSchema, Descends, ""},
	{"unevaluatedProperties", Draft2019, forever, OneSchema, Descends, ""},
	{"propertyNames", Draft6, forever, OneSchema, Descends, `use "patternProperties" and "additionalProperties"`},

	{"dependencies", Draft3, forever, SchemaDeps, Applies, ""},
	{"dependentSchemas", Draft2019, forever, SchemaMap, Applies, `use "dependencies"`},
	{"if", Draft7, forever, OneSchema, Tests, ""},
	{"then", Draft7, forever, OneSchema, Applies, ""},
	{"else", Draft7, forever, OneSchema, Applies, ""},
	{"allOf", Draft4, forever, SchemaList, Applies, ""},
	{"anyOf", Draft4, forever, SchemaList, Applies, ""},
	{"oneOf", Draft4, forever, SchemaList, Applies, ""},
	{"not", Draft4, forever, OneSchema, Tests, ""},

	{"divisibleBy", Draft3, Draft3, NoSchemas, Asserts, `use "multipleOf"`},
	{"disallow", Draft3, Draft3, NoSchemas, Asserts, `use "not"`},
	{"extends", Draft3, Draft3, NoSchemas, Applies, `use "allOf"`},
}

// Find returns the row of a keyword, or nil if no draft has it.
func Find(name string) *Keyword { return byName.Get()[name] }

// byName maps the names of keywords to their rows.
var byName = lazy.Value[map[string]*Keyword]{Make: func() map[string]*Keyword {
	m := make(map[string]*Keyword, len(keywords))
	for i := range keywords {
		m[keywords[i].Name] = &keywords[i]
	}
	return m
}}

// ExistsIn reports whether a draft has the keyword.
func (k *Keyword) ExistsIn(d Draft) bool { return k.First <= d && d <= k.Last }

// keywords returns the names of the keywords of a draft.
func (d Draft) keywords() []string { return draftKeywords.Get()[d] }

var draftKeywords = lazy.Value[*[len(draftNames)][]string]{Make: func() *[len(draftNames)][]string {
	all := new([len(draftNames)][]string)
	for d := range all {
		for i := range keywords {
			if keywords[i].ExistsIn(Draft(d)) {
				all[d] = append(all[d], keywords[i].Name)
			}
		}
	}
	return all
}}
