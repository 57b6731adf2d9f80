package lspcmd

import (
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp"
)

// Serve runs the language server until the client says "exit" or r ends. The folder is that of documents
// which are in no workspace folder. Errors that do not end the connection are passed to complain, which may be
// called by several goroutines. The result is the error of a failed write.
func Serve(r io.Reader, w io.Writer, folder string, schemas func() command.Schemas, complain func(error)) error {
	std := command.Stdio{In: r, Out: w, Err: io.Discard, Schemas: schemas}
	_, err := lsp.Serve(r, w, func() error { return nil }, editorConfig(folder, std, complain))
	return err
}
