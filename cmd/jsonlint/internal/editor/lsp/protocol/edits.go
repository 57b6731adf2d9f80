package protocol

// A CompletionList is the result of textDocument/completion.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// A CompletionItem is a text that can be inserted.
type CompletionItem struct {
	Label               string         `json:"label"`
	Kind                int            `json:"kind,omitempty"`
	Tags                []int          `json:"tags,omitempty"` // 1: deprecated
	Detail              string         `json:"detail,omitempty"`
	Documentation       *MarkupContent `json:"documentation,omitempty"`
	SortText            string         `json:"sortText,omitempty"`
	FilterText          string         `json:"filterText,omitempty"`
	InsertTextFormat    int            `json:"insertTextFormat,omitempty"` // 2: a snippet
	TextEdit            TextEdit       `json:"textEdit"`
	AdditionalTextEdits []TextEdit     `json:"additionalTextEdits,omitempty"`
}

// A DocumentLink is a part of a document that leads to another place.
type DocumentLink struct {
	Range  Range  `json:"range"`
	Target string `json:"target"` // a URI
}

// OnTypeParams are the parameters of textDocument/onTypeFormatting.
type OnTypeParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"` // after the character
	Character    string                 `json:"ch"`
	Options      struct {
		TabSize      int  `json:"tabSize"`
		InsertSpaces bool `json:"insertSpaces"`
	} `json:"options"`
}

// ExecuteCommandParams are the parameters of workspace/executeCommand. All commands of the server have the same arguments: a document and a
// position in it.
type ExecuteCommandParams struct {
	Command   string           `json:"command"`
	Arguments []PositionParams `json:"arguments"`
}

// CreateFile is a part of a WorkspaceEdit.
type CreateFile struct {
	Kind string `json:"kind"` // create
	URI  string `json:"uri"`
}

// TextDocumentEdit is a part of a WorkspaceEdit.
type TextDocumentEdit struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int32 `json:"version"` // nil if the document is not open
	} `json:"textDocument"`
	Edits []TextEdit `json:"edits"`
}
