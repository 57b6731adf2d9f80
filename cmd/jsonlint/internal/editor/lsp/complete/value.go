package complete

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
)

// Values returns values for a place: those that a schema lists, and all values of other types that have few of them. If the schema lists none,
// there are also those of its types that similar places have.
func Values(c *structure.Cursor, about *subschema.Description, used []Count) []Item {
	if c.Expects != structure.Element {
		return nil
	}
	b := &builder{c: c, seen: map[string]bool{}}
	text, markdown := doc(about)
	b.doc = subschema.Meaning{Text: text, Markdown: markdown}
	if about.Default != "" {
		b.addValue(about.Default, "default", b.doc)
	}
	b.addSnippets(about.Snippets)
	for i, raw := range about.Values {
		meaning := about.Meanings[i]
		if meaning.Text == "" {
			meaning = b.doc
		}
		b.addValue(raw, "", meaning)
	}
	for _, raw := range about.Examples {
		b.addValue(raw, "example", b.doc)
	}
	b.addLiterals(about)
	if len(about.Values) > 0 {
		return b.items
	}
	b.addEmpty(about)
	for _, u := range used {
		if hasType(u.Text, about.Types) {
			b.addValue(u.Text, "used in this file", subschema.Meaning{})
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

// addLiterals adds the values of the types that have one or two, unless the schema lists those that are allowed.
func (b *builder) addLiterals(about *subschema.Description) {
	for _, literal := range []struct{ of, raw string }{{"boolean", "true"}, {"boolean", "false"}, {"null", "null"}} {
		if slices.Contains(about.Open, literal.of) {
			b.addValue(literal.raw, "", b.doc)
		}
	}
}

// addEmpty adds an empty value for each type that has one.
func (b *builder) addEmpty(about *subschema.Description) {
	if b.c.Kind != 0 {
		return
	}
	for _, empty := range []struct{ of, raw, snippet string }{{"object", "{}", "{$1}"}, {"array", "[]", "[$1]"}, {"string", `""`, `"$1"`}} {
		if slices.Contains(about.Types, empty.of) {
			b.add(Item{Label: empty.raw, Detail: "empty " + empty.of, Doc: b.doc.Text, Markdown: b.doc.Markdown, Filter: empty.raw, Text: empty.raw + b.comma(), Snippet: empty.snippet + b.comma()})
		}
	}
}

// addValue adds a value in JSON.
func (b *builder) addValue(raw, detail string, doc subschema.Meaning) {
	one := oneLine(raw)
	isString := one != "" && one[0] == '"'
	if one == "" || b.c.Kind == dialect.String && !isString {
		return
	}
	b.add(Item{Label: one, Detail: detail, Doc: doc.Text, Markdown: doc.Markdown, Filter: one, Text: one + b.comma()})
}

// comma returns the comma after a value if it is missing.
func (b *builder) comma() string {
	switch b.c.Next {
	case dialect.String, dialect.Number, dialect.Word, dialect.BeginObject, dialect.BeginArray:
		return ","
	}
	return ""
}

// addSnippets adds the snippets of a schema.
func (b *builder) addSnippets(snippets []subschema.Snippet) {
	for i := range snippets {
		s := &snippets[i]
		text, snippet := snippetOf(s)
		if snippet == "" || b.c.Kind == dialect.String && !strings.HasPrefix(text, `"`) {
			continue
		}
		item := Item{Label: s.Label, Detail: "snippet", Doc: s.Doc.Text, Markdown: s.Doc.Markdown, Filter: text, Text: text + b.comma(), Snippet: snippet + b.comma()}
		if item.Label == "" {
			item.Label = shortened(text)
		} else if b.c.Kind != dialect.String {
			item.Filter = item.Label
		}
		b.add(item)
	}
}

// shortened returns a text as a label.
func shortened(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
