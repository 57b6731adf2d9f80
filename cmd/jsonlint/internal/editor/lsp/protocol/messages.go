package protocol

import (
	"encoding/json"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
)

// A Range and a Position are those of package text.
type (
	Range    = text.Range
	Position = text.Position
)

// WorkspaceFolder is a folder that is open in the editor.
type WorkspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// TextDocumentIdentifier names a document.
type TextDocumentIdentifier struct {
	URI string `json:"uri"`
}

// TextDocumentParams are the parameters of all requests that only name a document. Those of other requests
// contain the same field.
type TextDocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// DidOpenParams are the parameters of textDocument/didOpen.
type DidOpenParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int32  `json:"version"`
		Text       Text   `json:"text"`
	} `json:"textDocument"`
}

// DidChangeParams are the parameters of textDocument/didChange.
type DidChangeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Range *Range `json:"range"` // nil if the whole text has changed
		Text  Text   `json:"text"`
	} `json:"contentChanges"`
}

// DidChangeFoldersParams are the parameters of workspace/didChangeWorkspaceFolders.
type DidChangeFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// DidChangeWatchedFilesParams are the parameters of workspace/didChangeWatchedFiles.
type DidChangeWatchedFilesParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

// URIs returns the files that have changed.
func (p *DidChangeWatchedFilesParams) URIs() (uris []string) {
	for _, c := range p.Changes {
		uris = append(uris, c.URI)
	}
	return uris
}

// CancelParams are the parameters of $/cancelRequest.
type CancelParams struct {
	ID json.RawMessage `json:"id"`
}

// Registration is one of the parameters of client/registerCapability.
type Registration struct {
	ID      string `json:"id"`
	Method  string `json:"method"`
	Options any    `json:"registerOptions,omitempty"`
}

// FileSystemWatcher names files of which the server wants to hear changes.
type FileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// MessageParams are the parameters of window/showMessage and window/logMessage.
type MessageParams struct {
	Type    int    `json:"type"` // 1: an error
	Message string `json:"message"`
}
