package lsp

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/subschema"
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

	// Read returns the text of a file that Locate has returned.
	Read(file string) ([]byte, error)

	// Remedies returns the changes of other files that make a finding in a text disappear.
	Remedies(path string, text []byte, d *lint.Diagnostic) []Change

	// Schemas returns changes that choose a schema for a text that has none. A change of the document itself has its path.
	Schemas(path string, text []byte) []Change
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

// schema returns the schema for the document, or nil. What is wrong with a schema is among the findings.
func (t *task) schema() *subschema.Set {
	if l := t.library(); l != nil {
		if set, err := l.Schema(t.path, t.Bytes()); err == nil {
			return set
		}
	}
	return nil
}
