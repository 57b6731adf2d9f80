package lsp

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/complete"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/lint"
)

// triggers are the characters after which clients ask for completions by themselves.
var triggers = []string{`"`, ":"}

// completion answers textDocument/completion.
func completion(t *task) (any, error) {
	var p protocol.PositionParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	none := protocol.CompletionList{Items: []protocol.CompletionItem{}}
	at, err := t.spot(t.Offset(p.Position))
	if err != nil || at.Expects == structure.Nothing {
		return none, err
	}
	items := t.complete(at)
	for i := range items {
		none.Items = append(none.Items, t.item(at, &items[i], i))
	}
	return none, nil
}

// complete returns the items for a place. What similar places have is offered where the schema, if there is one, lists nothing.
func (t *task) complete(at *spot) []complete.Item {
	used := func() []complete.Count { return complete.Siblings(documents(t.Bytes(), at.dialect), at.Cursor) }
	set, path := t.schema(), levels(at.Cursor)
	var schemas []subschema.Schema
	if set != nil && len(path) > 0 {
		schemas = set.At(path)
	}
	if at.Expects == structure.Element {
		var about subschema.Description
		if set != nil {
			about = set.DescribeValue(schemas)
		}
		if len(about.Values) > 0 {
			return complete.Values(at.Cursor, &about, nil)
		}
		return complete.Values(at.Cursor, &about, used())
	}
	if len(schemas) > 0 {
		if properties := set.Properties(schemas, path[len(path)-1].Members); len(properties) > 0 {
			return complete.Names(at.Cursor, properties, nil, set.Expand)
		}
	}
	return complete.Names(at.Cursor, nil, used(), nil)
}

// The kinds of completions.
const (
	completionProperty = 10
	completionValue    = 12
)

// item converts an item. The items are sorted as they are.
func (t *task) item(at *spot, i *complete.Item, n int) protocol.CompletionItem {
	c := protocol.CompletionItem{
		Label: i.Label, Kind: completionValue, Detail: i.Detail, SortText: fmt.Sprintf("%04d", n), FilterText: i.Filter,
		TextEdit: protocol.TextEdit{Range: t.rangeOf(at, i.Edit), NewText: i.Text},
	}
	if i.IsName {
		c.Kind = completionProperty
	}
	can := &t.client.TextDocument.Completion.Item
	switch {
	case i.Markdown != "" && slices.Contains(can.DocumentationFormat, protocol.Markdown):
		c.Documentation = &protocol.MarkupContent{Kind: protocol.Markdown, Value: i.Markdown}
	case i.Doc != "":
		c.Documentation = &protocol.MarkupContent{Kind: protocol.PlainText, Value: i.Doc}
	}
	if i.Snippet != "" && can.SnippetSupport {
		c.InsertTextFormat, c.TextEdit.NewText = 2, i.Snippet
		if at.dialect == lint.NDJSON { // a record is on one line
			c.TextEdit.NewText = complete.OnOneLine(i.Snippet)
		}
	}
	if i.Deprecated {
		c.Tags = []int{1}
	}
	if i.CommaAt >= 0 {
		place := structure.Span{Begin: i.CommaAt, End: i.CommaAt}
		c.AdditionalTextEdits = []protocol.TextEdit{{Range: t.rangeOf(at, place), NewText: ","}}
	}
	return c
}
