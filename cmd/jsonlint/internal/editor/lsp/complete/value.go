package complete

import (
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
)

// Values returns values for a place: those that a schema lists or, if it lists none, those of its types that similar places have.
func Values(c *structure.Cursor, about *subschema.Description, used []Count) []Item {
	if c.Expects != structure.Element {
		return nil
	}
	b := &builder{c: c, seen: map[string]bool{}}
	if about.Default != "" {
		b.addValue(about.Default, "default", doc(about))
	}
	for i, raw := range about.Values {
		meaning := about.Meanings[i]
		if meaning == "" {
			meaning = doc(about)
		}
		b.addValue(raw, "", meaning)
	}
	for _, raw := range about.Examples {
		b.addValue(raw, "example", doc(about))
	}
	if len(about.Values) > 0 {
		return b.items
	}
	b.addTypes(about)
	for _, u := range used {
		if hasType(u.Text, about.Types) {
			b.addValue(u.Text, "used in this file", "")
		}
	}
	return b.items
}

// hasType reports whether a scalar in JSON has one of the types. An empty list allows all types.
func hasType(raw string, types []string) bool {
	of := "number"
	switch raw[0] {
	case '"':
		of = "string"
	case 't', 'f':
		of = "boolean"
	case 'n':
		of = "null"
	}
	return len(types) == 0 || slices.Contains(types, of) || of == "number" && slices.Contains(types, "integer")
}

// addTypes adds a value for each type: all values, for literals.
func (b *builder) addTypes(about *subschema.Description) {
	for _, literal := range []struct{ of, raw string }{{"boolean", "true"}, {"boolean", "false"}, {"null", "null"}} {
		if slices.Contains(about.Types, literal.of) {
			b.addValue(literal.raw, "", doc(about))
		}
	}
	if b.c.Kind != 0 {
		return
	}
	for _, empty := range []struct{ of, raw, snippet string }{{"object", "{}", "{$1}"}, {"array", "[]", "[$1]"}, {"string", `""`, `"$1"`}} {
		if slices.Contains(about.Types, empty.of) {
			b.add(Item{Label: empty.raw, Detail: "empty " + empty.of, Doc: doc(about), Filter: empty.raw, Text: empty.raw + b.comma(), Snippet: empty.snippet + b.comma()})
		}
	}
}

// addValue adds a value in JSON.
func (b *builder) addValue(raw, detail, doc string) {
	one := oneLine(raw)
	isString := one != "" && one[0] == '"'
	if one == "" || b.c.Kind == dialect.String && !isString {
		return
	}
	b.add(Item{Label: one, Detail: detail, Doc: doc, Filter: one, Text: one + b.comma()})
}

// comma returns the comma after a value if it is missing.
func (b *builder) comma() string {
	switch b.c.Next {
	case dialect.String, dialect.Number, dialect.Word, dialect.BeginObject, dialect.BeginArray:
		return ","
	}
	return ""
}
