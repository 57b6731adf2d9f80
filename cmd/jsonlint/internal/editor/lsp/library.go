package lsp

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/lint"
)

// A Library is an [Engine] that can also read schemas, and change settings. Without it, the server offers only what needs no other file than
// the document. Its methods are called like those of an Engine.
type Library interface {
	// Schema returns the schema that the text is checked against, or nil if there is none.
	Schema(path string, text []byte) (*subschema.Set, error)

	// Locate returns the path of the file that has the absolute URI, to which the document at path refers. If there is no such
	// file, or the document must not refer to it, ok is false.
	Locate(path, uri string) (file string, ok bool)

	// Known returns the paths of the schemas that the settings for the file at path name.
	Known(path string) []string

	// Read returns the text of a file that Locate or Known has returned.
	Read(file string) ([]byte, error)

	// Remedies returns the changes of other files that make a finding in a text disappear. The function read returns the texts to change: if
	// a file is open in the editor, its text there, and otherwise the result of Read.
	Remedies(path string, text []byte, d *lint.Diagnostic, read func(file string) ([]byte, error)) []Change

	// Schemas returns changes that choose a schema for a text that has none. A change of the document itself has its path. The function
	// read is that of Remedies.
	Schemas(path string, text []byte, read func(file string) ([]byte, error)) []Change
}

// A Change is a change of a file that the user can choose.
type Change struct {
	Title string // of the action
	File  string // an absolute path
	Old   []byte // the text of the file
	New   []byte
	IsNew bool // the file does not exist yet
}

// library returns the library of the engine, or nil if it has none.
func (t *task) library() Library {
	l, _ := t.engine.(Library)
	return l
}

// others returns the open files except one, by path.
func (s *server) others(except *document) map[string]openFile {
	all := map[string]openFile{}
	for _, d := range s.documents {
		if _, isFile := protocol.Path(d.uri); isFile && d.path != except.path {
			all[d.path] = openFile{d.text.Snapshot(), d.uri, d.version}
		}
	}
	return all
}

// textOf returns the text of a file: that in the editor, which may not have been saved, if the file is open there.
func (t *task) textOf(file string) ([]byte, error) {
	if other, isOpen := t.others[file]; isOpen {
		return other.Bytes(), nil
	}
	return t.library().Read(file)
}

// schema returns the schema for the document, or nil. What is wrong with a schema is among the findings.
func (t *task) schema() *subschema.Set {
	if l := t.library(); l != nil {
		if set, err := l.Schema(t.path, t.Bytes()); err == nil {
			return set
		}
	}
	return nil
}
