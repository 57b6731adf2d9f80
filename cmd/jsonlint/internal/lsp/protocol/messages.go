package protocol

import (
	"encoding/json"

	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/text"
)

// A Range and a Position are those of package text.
type (
	Range    = text.Range
	Position = text.Position
)

// InitializeParams is what the client sends first.
type InitializeParams struct {
	RootURI          string             `json:"rootUri"`
	WorkspaceFolders []WorkspaceFolder  `json:"workspaceFolders"`
	Capabilities     ClientCapabilities `json:"capabilities"`
}

// WorkspaceFolder is a folder that is open in the editor.
type WorkspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// ClientCapabilities says what the client can do.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		Diagnostics struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"diagnostics"`
	} `json:"workspace"`
	TextDocument struct {
		Diagnostic *struct{} `json:"diagnostic"`
		Completion struct {
			Item struct {
				SnippetSupport bool `json:"snippetSupport"`
			} `json:"completionItem"`
		} `json:"completion"`
		DocumentSymbol struct {
			Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
		FoldingRange struct {
			RangeLimit      int  `json:"rangeLimit"`
			LineFoldingOnly bool `json:"lineFoldingOnly"`
		} `json:"foldingRange"`
	} `json:"textDocument"`
}

// InitializeResult is the answer to InitializeParams.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities says what the server can do.
type ServerCapabilities struct {
	PositionEncoding       string                  `json:"positionEncoding"`
	TextDocumentSync       TextDocumentSyncOptions `json:"textDocumentSync"`
	DiagnosticProvider     *DiagnosticOptions      `json:"diagnosticProvider,omitempty"`
	CodeActionProvider     CodeActionOptions       `json:"codeActionProvider"`
	DocumentFormatting     bool                    `json:"documentFormattingProvider"`
	RangeFormatting        bool                    `json:"documentRangeFormattingProvider"`
	DocumentSymbolProvider bool                    `json:"documentSymbolProvider"`
	FoldingRangeProvider   bool                    `json:"foldingRangeProvider"`
	SelectionRangeProvider bool                    `json:"selectionRangeProvider"`
	HoverProvider          bool                    `json:"hoverProvider"`
	DefinitionProvider     bool                    `json:"definitionProvider"`
	CompletionProvider     CompletionOptions       `json:"completionProvider"`
	DocumentLinkProvider   struct{}                `json:"documentLinkProvider"`
	OnTypeFormatting       OnTypeFormattingOptions `json:"documentOnTypeFormattingProvider"`
	ExecuteCommandProvider ExecuteCommandOptions   `json:"executeCommandProvider"`
	Workspace              WorkspaceOptions        `json:"workspace"`
}

// TextDocumentSyncOptions says which changes the server wants to hear of.
type TextDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 2: parts of the text
	Save      bool `json:"save"`
}

// DiagnosticOptions describes textDocument/diagnostic.
type DiagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

// CodeActionOptions describes textDocument/codeAction.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

// WorkspaceOptions describes what the server does with folders.
type WorkspaceOptions struct {
	WorkspaceFolders struct {
		Supported           bool `json:"supported"`
		ChangeNotifications bool `json:"changeNotifications"`
	} `json:"workspaceFolders"`
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
