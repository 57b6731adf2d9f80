package lsp

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/structure"
)

// copyPointer is the command whose result is the JSON Pointer to the value at a position.
const copyPointer = "jsonlint.copyPointer"

// execute handles workspace/executeCommand.
func (s *server) execute(r *protocol.Message) error {
	var p protocol.ExecuteCommandParams
	if err := decode(r, &p); err != nil {
		return err
	}
	if p.Command != copyPointer || len(p.Arguments) != 1 {
		return failure(protocol.CodeInvalidParams, "the command is not "+copyPointer+", or has not one argument: an object with textDocument and position")
	}
	at := p.Arguments[0]
	return s.ask(r, at.TextDocument.URI, func(t *task) (any, error) { return t.pointer(at.Position) })
}

// pointer returns the JSON Pointer to the innermost value at a position, or nil if there is none.
func (t *task) pointer(p protocol.Position) (any, error) {
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	offset := t.Offset(p)
	var found any
	w.Scalar = func(v *structure.Value) bool {
		if v.Whole().Contains(offset) {
			found = w.Pointer(v)
		}
		return found == nil
	}
	w.Leave = w.Scalar // an inner container ends before the outer one
	w.Run()
	return found, nil
}
