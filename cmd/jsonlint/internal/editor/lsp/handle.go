package lsp

import (
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/internal/engine/lazy"
)

// handle handles a message. If it returns an error, the request has not been answered.
func (s *server) handle(r *protocol.Message) error {
	switch {
	case r.Method == "exit":
		s.orderly = s.state == isShutDown
		s.state = hasExited
		return nil
	case r.Method == "initialize" && s.state == waitsForInitialize:
		return s.initialize(r)
	case s.state == waitsForInitialize && r.ID == nil:
		return nil // as the protocol requires
	case s.state == waitsForInitialize:
		return failure(protocol.CodeNotInitialized, "the server has not been initialized")
	case s.state == isShutDown && r.ID == nil:
		return nil
	case s.state == isShutDown || r.Method == "initialize":
		return failure(protocol.CodeInvalidRequest, r.Method+" is not allowed at this time")
	case r.Method == "shutdown":
		s.abandon()
		s.state = isShutDown
		s.reply(r.ID, nil)
		return nil
	case r.ID == nil:
		return s.handleNotification(r)
	}
	return s.handleRequest(r)
}

// handleNotification handles what happens to documents and files. Unknown notifications are ignored.
func (s *server) handleNotification(r *protocol.Message) error {
	switch r.Method {
	case "initialized":
		s.watch()
		return nil
	case "textDocument/didOpen":
		return receive(r, s.didOpen)
	case "textDocument/didChange":
		return receive(r, s.didChange)
	case "textDocument/didClose":
		return receive(r, func(p *protocol.TextDocumentParams) { s.didClose(p.TextDocument.URI) })
	case "textDocument/didSave":
		return receive(r, func(p *protocol.TextDocumentParams) { s.filesChanged(p.TextDocument.URI) })
	case "workspace/didChangeWatchedFiles":
		return receive(r, func(p *protocol.DidChangeWatchedFilesParams) { s.filesChanged(p.URIs()...) })
	case "workspace/didChangeWorkspaceFolders":
		return receive(r, s.didChangeFolders)
	case "$/cancelRequest":
		return receive(r, func(p *protocol.CancelParams) { s.cancel(string(p.ID)) })
	}
	return nil
}

// receive decodes the parameters of a notification and passes them on.
func receive[P any](r *protocol.Message, handle func(*P)) error {
	p := new(P)
	if err := decode(r, p); err != nil {
		return err
	}
	handle(p)
	return nil
}

// answers has the requests about documents.
var answers = lazy.Value[map[string]func(t *task) (any, error)]{Make: func() map[string]func(t *task) (any, error) {
	return map[string]func(t *task) (any, error){
		"textDocument/diagnostic":      pulled,
		"textDocument/codeAction":      codeActions,
		"textDocument/formatting":      formatting,
		"textDocument/rangeFormatting": rangeFormatting,
		"textDocument/documentSymbol":  symbols,
		"textDocument/foldingRange":    foldingRanges,
		"textDocument/selectionRange":  selectionRanges,
		"textDocument/hover":           hover,

		"textDocument/completion":       completion,
		"textDocument/documentLink":     links,
		"textDocument/definition":       definition,
		"textDocument/references":       findReferences,
		"textDocument/onTypeFormatting": onTypeFormatting,
	}
}}

// handleRequest handles a request about a document.
func (s *server) handleRequest(r *protocol.Message) error {
	if r.Method == "workspace/executeCommand" {
		return s.execute(r)
	}
	answer := answers.Get()[r.Method]
	if answer == nil {
		return failure(protocol.CodeMethodNotFound, "the method "+r.Method+" is not supported")
	}
	var p protocol.TextDocumentParams
	if err := decode(r, &p); err != nil {
		return err
	}
	return s.ask(r, p.TextDocument.URI, answer)
}

// initialize answers the first request.
func (s *server) initialize(r *protocol.Message) error {
	var p protocol.InitializeParams
	if err := decode(r, &p); err != nil {
		return err
	}
	s.client = p.Capabilities
	s.pushes = s.client.TextDocument.Diagnostic == nil
	if s.addFolders(p.WorkspaceFolders); len(s.folders) == 0 && p.RootURI != "" {
		s.addFolders([]protocol.WorkspaceFolder{{URI: p.RootURI}})
	}
	result := protocol.InitializeResult{ServerInfo: protocol.ServerInfo{Name: "jsonlint", Version: s.config.Version}}
	c := &result.Capabilities
	s.encoding, c.PositionEncoding = chooseEncoding(s.client.General.PositionEncodings)
	c.TextDocumentSync = protocol.TextDocumentSyncOptions{OpenClose: true, Change: 2, Save: true}
	c.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: "jsonlint", InterFileDependencies: true}
	c.CodeActionProvider.CodeActionKinds = []string{quickFix, fixAll, addSchema}
	c.DocumentFormatting, c.RangeFormatting = true, true
	c.DocumentSymbolProvider, c.FoldingRangeProvider, c.SelectionRangeProvider, c.HoverProvider = true, true, true, true
	c.ReferencesProvider = true
	c.DefinitionProvider, c.CompletionProvider.TriggerCharacters = true, triggers
	c.OnTypeFormatting = protocol.OnTypeFormattingOptions{First: "}", More: []string{"]", "\n"}}
	c.ExecuteCommandProvider.Commands = []string{copyPointer}
	c.Workspace.WorkspaceFolders.Supported, c.Workspace.WorkspaceFolders.ChangeNotifications = true, true
	s.state = isRunning
	s.reply(r.ID, result)
	return nil
}

// chooseEncoding chooses one of the encodings that the client knows. Bytes need no conversion, so they come
// first.
func chooseEncoding(known []string) (text.Encoding, string) {
	switch {
	case slices.Contains(known, "utf-8"):
		return text.UTF8, "utf-8"
	case slices.Contains(known, "utf-32") && !slices.Contains(known, "utf-16"):
		return text.UTF32, "utf-32"
	}
	return text.UTF16, "utf-16"
}

// watch asks the client to report changes of the files that engines may read.
func (s *server) watch() {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	var watchers []protocol.FileSystemWatcher
	for _, pattern := range s.config.Watched {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: pattern})
	}
	s.call("client/registerCapability", map[string]any{"registrations": []protocol.Registration{{
		ID: "files", Method: "workspace/didChangeWatchedFiles", Options: map[string]any{"watchers": watchers},
	}}})
}
