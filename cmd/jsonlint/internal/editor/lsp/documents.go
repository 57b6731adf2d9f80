package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/lint"
)

// pathOf returns the path of a document. A document that has not been saved gets a name whose extension is that of
// its language.
func (s *server) pathOf(uri, language string) string {
	if path, ok := protocol.Path(uri); ok {
		return filepath.Clean(path)
	}
	return filepath.Join(s.home(), "untitled"+extensionOf(language))
}

// extensionOf returns the extension of files in a language of the editor.
func extensionOf(language string) string {
	switch language {
	case "jsonc", "json5":
		return "." + language
	case "jsonl", "ndjson", "jsonlines":
		return ".jsonl"
	}
	return ".json"
}

// home returns the first folder, or the working directory.
func (s *server) home() string {
	if len(s.folders) > 0 {
		return s.folders[0]
	}
	return s.config.Folder
}

// assign finds the innermost workspace folder that contains the document. If there is none, its folder is that of
// its file.
func (s *server) assign(d *document) {
	found := ""
	for _, folder := range s.folders {
		if rel, err := filepath.Rel(folder, d.path); err == nil && filepath.IsLocal(rel) && len(folder) > len(found) {
			found = folder
		}
	}
	d.folder, d.isInside = found, found != ""
	if !d.isInside {
		d.folder = filepath.Dir(d.path)
	}
}

func (s *server) didOpen(p *protocol.DidOpenParams) {
	d := &document{uri: p.TextDocument.URI, version: p.TextDocument.Version}
	d.path = s.pathOf(d.uri, p.TextDocument.LanguageID)
	d.dialect, _ = lint.DialectOf(extensionOf(p.TextDocument.LanguageID))
	s.assign(d)
	if old := s.documents[d.uri]; old != nil { // the client has not closed it
		s.outdate(old)
		d.told, d.notes = old.told, old.notes
	}
	d.text = text.New(p.TextDocument.Text, s.encoding)
	s.documents[d.uri] = d
	s.unmark(d.path)
	s.changed(d)
}

func (s *server) didChange(p *protocol.DidChangeParams) {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return
	}
	s.outdate(d)
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			d.text.Set(c.Text)
		} else {
			d.text.Edit(*c.Range, c.Text)
		}
	}
	d.version = p.TextDocument.Version
	s.changed(d)
}

// LargeText is the largest text in bytes for which there usually are all features. For larger texts, there are only
// diagnostics and fixes of single findings, because everything else would need too much time and memory.
const LargeText = 32 << 20

// changed arranges a check of a document whose text has changed. If it has become large, it says so, once.
func (s *server) changed(d *document) {
	s.changes++
	d.serial = s.changes
	if d.text.Len() > s.config.Large && !d.told {
		d.told = true
		s.notify("window/showMessage", protocol.MessageParams{Type: 3, Message: fmt.Sprintf(
			"jsonlint: %s has more than %d MB, so there are only diagnostics and quick fixes for it", filepath.Base(d.path), s.config.Large>>20)})
	}
	s.expect(d)
}

func (s *server) didClose(uri string) {
	d := s.documents[uri]
	if d == nil {
		return
	}
	s.outdate(d)
	delete(s.documents, uri)
	if s.pushes {
		s.publish(protocol.PublishDiagnosticsParams{URI: uri, Diagnostics: []protocol.Diagnostic{}})
	}
	if config.IsName(d.path) {
		s.filesChanged(uri) // so that a mistake in it is marked again
	}
}

// expect arranges a check of a document, unless the client asks for diagnostics.
func (s *server) expect(d *document) {
	if s.pushes && !d.waiting {
		d.waiting = true
		s.waiting = append(s.waiting, d)
	}
}

// didChangeFolders adds and removes workspace folders.
func (s *server) didChangeFolders(p *protocol.DidChangeFoldersParams) {
	for _, f := range p.Event.Removed {
		for i, folder := range s.folders {
			if path, ok := protocol.Path(f.URI); ok && filepath.Clean(path) == folder {
				s.folders = append(s.folders[:i:i], s.folders[i+1:]...)
				break
			}
		}
	}
	s.addFolders(p.Event.Added)
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
		s.assign(s.documents[uri])
	}
	s.forget()
}

func (s *server) addFolders(folders []protocol.WorkspaceFolder) {
	for _, f := range folders {
		if path, ok := protocol.Path(f.URI); ok {
			s.folders = append(s.folders, filepath.Clean(path))
		}
	}
}

// filesChanged handles changes of files on disk. Most files do not matter, such as a document that has been saved: its check used
// the text in the editor.
func (s *server) filesChanged(uris ...string) {
	isUsed := func(uri string) bool {
		path, isFile := protocol.Path(uri)
		path = filepath.Clean(path)
		return isFile && slices.ContainsFunc(slices.Collect(maps.Values(s.engines)), func(e Engine) bool { return e.Uses(path) })
	}
	if slices.ContainsFunc(uris, isUsed) {
		s.forget()
	}
}

// forget makes the engines read settings and schemas again, and arranges a check of all documents.
func (s *server) forget() {
	clear(s.engines)
	s.generation++
	for _, path := range slices.Sorted(maps.Keys(s.marked)) {
		s.unmark(path)
	}
	if j := s.current; j != nil && j.request == nil {
		s.halt(errModified) // a check has no answer
	}
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) { // so that the same happens each time
		s.expect(s.documents[uri])
	}
	if !s.pushes && s.client.Workspace.Diagnostics.RefreshSupport {
		s.call("workspace/diagnostic/refresh", nil)
	}
}
