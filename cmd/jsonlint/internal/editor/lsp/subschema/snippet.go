package subschema

import "github.com/assayjson/assay/document"

// A Meaning describes a value, as keywords of editors do.
type Meaning struct {
	Text     string
	Markdown string // Text in Markdown; "" if it is plain text
}

// A Snippet is a value with places to fill in, from the keyword "defaultSnippets" of Visual Studio Code.
type Snippet struct {
	Label string // may be ""
	Doc   Meaning
	Body  document.Value // has the places to fill in its strings; missing if there is a Text
	Text  string         // the text of a snippet
	Depth int            // in how many arrays the value must be put
}

// mostSnippets limits the snippets in a Description.
const mostSnippets = 100

// withSnippets adds the snippets in the value of "defaultSnippets" to a list.
func withSnippets(all []Snippet, list document.Value) []Snippet {
	for _, one := range list.Elements() {
		if len(all) >= mostSnippets {
			break
		}
		s := Snippet{Label: text(one.Member("label")), Body: one.Member("body"), Text: text(one.Member("bodyText"))}
		s.Doc.Markdown = text(one.Member("markdownDescription"))
		s.Doc.Text = first(text(one.Member("description")), s.Doc.Markdown)
		if s.Body.Exists() || s.Text != "" {
			all = append(all, s)
		}
	}
	return all
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
