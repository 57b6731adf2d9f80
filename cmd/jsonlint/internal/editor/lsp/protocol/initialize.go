package protocol

// InitializeParams is what the client sends first.
type InitializeParams struct {
	RootURI          string             `json:"rootUri"`
	WorkspaceFolders []WorkspaceFolder  `json:"workspaceFolders"`
	Capabilities     ClientCapabilities `json:"capabilities"`
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
				SnippetSupport      bool     `json:"snippetSupport"`
				DocumentationFormat []string `json:"documentationFormat"`
			} `json:"completionItem"`
		} `json:"completion"`
		Hover struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
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
	ReferencesProvider     bool                    `json:"referencesProvider"`
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

// CompletionOptions describes textDocument/completion.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// OnTypeFormattingOptions describes textDocument/onTypeFormatting.
type OnTypeFormattingOptions struct {
	First string   `json:"firstTriggerCharacter"`
	More  []string `json:"moreTriggerCharacter,omitempty"`
}

// ExecuteCommandOptions has the commands of workspace/executeCommand.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// WorkspaceOptions describes what the server does with folders.
type WorkspaceOptions struct {
	WorkspaceFolders struct {
		Supported           bool `json:"supported"`
		ChangeNotifications bool `json:"changeNotifications"`
	} `json:"workspaceFolders"`
}
