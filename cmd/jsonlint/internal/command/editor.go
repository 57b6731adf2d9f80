package command

import (
	"errors"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp"
)

// ServeEditor runs the language server until the client says "exit" or r ends. The folder is that of documents
// which are in no workspace folder. Errors that do not end the connection are passed to complain, which may be
// called by several goroutines. The result is the error of a failed write.
func ServeEditor(r io.Reader, w io.Writer, folder string, schemas func() Schemas, complain func(error)) error {
	std := Stdio{In: r, Out: w, Err: io.Discard, Schemas: schemas}
	_, err := lsp.Serve(r, w, func() error { return nil }, editorConfig(folder, std, complain))
	return err
}

// editorConfig returns what the language server needs.
func editorConfig(folder string, std Stdio, complain func(error)) lsp.Config {
	return lsp.Config{
		Version: Version(), Folder: folder, Complain: complain, Watched: watchedFiles(),
		NewEngine: func(folder string, isOpen bool) (lsp.Engine, error) { return newEditorEngine(folder, isOpen, std) },
	}
}

// ErrNoSchemas is the error of an implementation of [Schemas] that cannot compile schemas.
var ErrNoSchemas = errors.New("this program was built without the schema engine")
