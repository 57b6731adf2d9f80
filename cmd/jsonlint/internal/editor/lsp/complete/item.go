package complete

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/lazy"
)

// An Item is a completion.
type Item struct {
	Label      string // the name or the value
	IsName     bool
	Detail     string // a few words
	Doc        string // may have several lines
	Markdown   string // Doc in Markdown; "" if it is plain text
	Deprecated bool

	Edit    structure.Span // what is replaced
	Text    string         // the new text
	Snippet string         // the same with places to fill in, in the syntax of the Language Server Protocol; "" if there are none
	Filter  string         // what the text in Edit is compared with as the user types
	CommaAt int            // where a comma must be inserted; -1 if it is not missing
}

// mostItems is the largest number of completions, for texts and schemas that are not written by hand.
const mostItems = 1000

// A builder makes the items for a place.
type builder struct {
	c     *structure.Cursor
	items []Item
	seen  map[string]bool   // labels
	doc   subschema.Meaning // what the schema says about values
}

// add adds an item, unless there is one with the same label.
func (b *builder) add(i Item) {
	if b.seen[i.Label] || len(b.items) >= mostItems {
		return
	}
	b.seen[i.Label] = true
	i.Edit, i.CommaAt = b.c.Token, b.c.CommaAt
	if b.c.Kind != dialect.String { // the user has typed no quotation mark
		i.Filter = strings.Trim(i.Filter, `"`)
	}
	b.items = append(b.items, i)
}

// Names returns the names that are not in the object yet, with places for their values. Properties come from a schema, with required ones
// first; used are names of similar objects. The function expand is that of the schema.
func Names(c *structure.Cursor, properties []subschema.Property, used []Count, expand func([]subschema.Schema) []subschema.Schema) []Item {
	if c.Expects != structure.Name || c.Kind == dialect.Number || len(c.Levels) == 0 {
		return nil
	}
	b := &builder{c: c, seen: Present(c)}
	for _, p := range properties {
		about := subschema.Describe(expand(p.Schemas))
		item := Item{Label: p.Name, IsName: true, Detail: detail(&about, p.Required), Deprecated: about.Deprecated}
		item.Doc, item.Markdown = doc(&about)
		b.addName(item, &about)
	}
	for _, u := range used {
		b.addName(Item{Label: u.Text, IsName: true, Detail: "used in this file"}, &subschema.Description{Types: u.Types})
	}
	return b.items
}

// Present returns the names that the object around a place has, except the one at the place.
func Present(c *structure.Cursor) map[string]bool {
	present := map[string]bool{}
	for _, m := range c.Levels[len(c.Levels)-1].Members {
		present[c.Name(m.Name)] = true
	}
	return present
}

// addName adds a name with the colon and the comma that are missing.
func (b *builder) addName(i Item, about *subschema.Description) {
	name := quoted(i.Label)
	i.Filter = name
	i.Text, i.Snippet = name, ""
	switch isWord := b.c.Next == dialect.Word && !b.c.NextIsName; {
	case b.c.Next == dialect.Colon:
	case b.c.Next == dialect.BeginObject, b.c.Next == dialect.BeginArray, b.c.Next == dialect.Number, isWord: // the value
		i.Text += ": "
	default:
		comma := ""
		if b.c.Next == dialect.String || b.c.Next == dialect.Word {
			comma = ","
		}
		value, snippet := placeholder(about)
		i.Text, i.Snippet = name+": "+value+comma, snippetText(name)+": "+snippet+comma
	}
	b.add(i)
}

// detail describes a value in a few words.
func detail(about *subschema.Description, isRequired bool) string {
	parts := []string{}
	if len(about.Types) > 0 {
		parts = append(parts, strings.Join(about.Types, " or "))
	}
	if isRequired {
		parts = append(parts, "required")
	}
	if about.Deprecated {
		parts = append(parts, "deprecated")
	}
	return strings.Join(parts, ", ")
}

// doc returns the title, the description and the default, as plain text and, if the description is in Markdown, in Markdown.
func doc(about *subschema.Description) (text, markdown string) {
	title, given := about.Title, about.Default
	if title == about.Description {
		title = ""
	}
	if given = oneLine(given); given != "" {
		given = "Default: " + given
	}
	text = paragraphs(title, about.Description, given)
	if about.Markdown != "" {
		if given != "" {
			given = "Default: " + subschema.CodeSpan(oneLine(about.Default))
		}
		markdown = paragraphs(subschema.EscapeMarkdown(title), about.Markdown, given)
	}
	return text, markdown
}

// paragraphs joins texts that are not empty.
func paragraphs(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n\n")
}

// placeholder returns a value to begin with, as a text and as a snippet. The only snippet of a schema takes precedence, and of several, the user
// chooses one.
func placeholder(about *subschema.Description) (text, snippet string) {
	if len(about.Snippets) == 1 && about.Snippets[0].Body.Exists() {
		if text, snippet := snippetOf(&about.Snippets[0]); snippet != "" {
			return text, snippet
		}
	}
	if len(about.Snippets) > 0 && about.Default == "" {
		return "", "$1"
	}
	for _, raw := range append([]string{about.Default}, about.Values...) {
		if one := oneLine(raw); one != "" {
			return one, chosen(one)
		}
	}
	if len(about.Types) > 0 {
		switch about.Types[0] {
		case "string":
			return `""`, `"$1"`
		case "object":
			return "{}", "{$1}"
		case "array":
			return "[]", "[$1]"
		case "boolean":
			return "false", "${1:false}"
		case "number", "integer":
			return "0", "${1:0}"
		case "null":
			return "null", "${1:null}"
		}
	}
	return "", "$1"
}

// chosen returns a snippet with a value that is selected, so that typing replaces it. The quotation marks of a string stay.
func chosen(raw string) string {
	if body, isString := strings.CutPrefix(raw, `"`); isString {
		return `"${1:` + snippetText(strings.TrimSuffix(body, `"`)) + `}"`
	}
	return "${1:" + snippetText(raw) + "}"
}

var snippetEscapes = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`) }}

// snippetText escapes a text for a snippet.
func snippetText(s string) string { return snippetEscapes.Get().Replace(s) }

// oneLine returns a value in JSON on one line, or "" if it is too long or there is none.
func oneLine(raw string) string {
	if len(raw) > longestText {
		return ""
	}
	if !strings.ContainsAny(raw, "\r\n") {
		return raw
	}
	var b bytes.Buffer
	if json.Compact(&b, []byte(raw)) != nil {
		return ""
	}
	return b.String()
}
