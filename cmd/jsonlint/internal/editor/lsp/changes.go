package lsp

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
)

// addSchema is the kind of the code actions that choose a schema.
const addSchema = "refactor.schema"

// changes converts changes of files to code actions. Files are only created if the client can do that. Such a client also supports
// documentChanges, because they are the only place for the creation of a file, even if it does not say so. If the client
// compares versions, it rejects an action when an open document has changed in the meantime.
func (t *task) changes(all []Change, kind string) (actions []protocol.CodeAction) {
	can := &t.client.Workspace.WorkspaceEdit
	for _, c := range all {
		a := protocol.CodeAction{Title: c.Title, Kind: kind}
		edit := protocol.TextDocumentEdit{Edits: []protocol.TextEdit{t.replacement(c.Old, c.New)}}
		edit.TextDocument.URI = protocol.URI(c.File)
		if other, isOpen := t.others[c.File]; isOpen {
			edit.TextDocument.URI, edit.TextDocument.Version = other.uri, &other.version
		} else if c.File == t.path {
			edit.TextDocument.URI, edit.TextDocument.Version = t.uri, &t.version
		}
		switch {
		case c.IsNew && slices.Contains(can.ResourceOperations, "create"):
			a.Edit.DocumentChanges = []any{protocol.CreateFile{Kind: "create", URI: edit.TextDocument.URI}, edit}
		case c.IsNew:
			continue
		case can.DocumentChanges:
			a.Edit.DocumentChanges = []any{edit}
		default:
			a.Edit.Changes = map[string][]protocol.TextEdit{edit.TextDocument.URI: edit.Edits}
		}
		actions = append(actions, a)
	}
	return actions
}

// replacement returns an edit that replaces the lines in which two texts differ.
func (t *task) replacement(from, to []byte) protocol.TextEdit {
	head := 0
	for head < min(len(from), len(to)) && from[head] == to[head] {
		head++
	}
	head = bytes.LastIndexByte(from[:head], '\n') + 1
	tail := 0
	for tail < min(len(from), len(to))-head && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	if n := bytes.IndexByte(from[len(from)-tail:], '\n'); n >= 0 {
		tail -= n + 1
	} else {
		tail = 0
	}
	lines := text.New(from, t.Encoding) // which is not edited
	return protocol.TextEdit{
		Range:   protocol.Range{Start: lines.Position(head), End: lines.Position(len(from) - tail)},
		NewText: string(to[head : len(to)-tail]),
	}
}
