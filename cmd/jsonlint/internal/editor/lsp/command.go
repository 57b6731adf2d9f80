package lsp

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
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
	if found, ok := t.innermost(w, t.Offset(p)); ok {
		return found, nil
	}
	return nil, nil
}

// innermost returns the JSON Pointer to the innermost value at an offset, or to the first one of two that touch there. It makes no
// other pointer, because those to all values around a deep one would be much longer than the text.
func (t *task) innermost(w *structure.Walk, offset int) (pointer string, ok bool) {
	visit := func(v *structure.Value) bool {
		if v.Whole().Contains(offset) {
			pointer, ok = w.Pointer(v), true
		}
		return !ok && t.ctx.Err() == nil
	}
	w.Enter, w.Scalar, w.Leave = nil, visit, visit // an inner container ends before the outer one
	w.Run()
	w.Leave = nil // for the next walk
	return pointer, ok
}
