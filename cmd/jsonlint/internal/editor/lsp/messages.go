package lsp

import (
	"encoding/json"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// publish sends the diagnostics of a document. Those of the same document that are still waiting are no longer of
// interest.
func (s *server) publish(p protocol.PublishDiagnosticsParams) {
	s.queue = slices.DeleteFunc(s.queue, func(o outgoing) bool { return o.uri == p.URI })
	s.queue = append(s.queue, outgoing{p.URI, protocol.NewNotification("textDocument/publishDiagnostics", p)})
}

func (s *server) notify(method string, params any) {
	s.queue = append(s.queue, outgoing{message: protocol.NewNotification(method, params)})
}

// call sends a request whose answer does not matter.
func (s *server) call(method string, params any) {
	s.calls++
	s.queue = append(s.queue, outgoing{message: protocol.NewRequest(s.calls, method, params)})
}

func (s *server) reply(id json.RawMessage, result any) {
	s.queue = append(s.queue, outgoing{message: protocol.NewResponse(id, result)})
}

func (s *server) replyError(id json.RawMessage, err error) {
	wrong, ok := err.(*protocol.Error)
	if !ok {
		wrong = &protocol.Error{Code: protocol.CodeInternalError, Message: err.Error()}
	}
	s.queue = append(s.queue, outgoing{message: protocol.NewErrorResponse(id, wrong)})
}

// tell shows the notes of the check of a document to the user. It does not repeat those of earlier checks that still apply to a document
// that is open, such as a mistake in the settings.
func (s *server) tell(d *document, notes ...string) {
	for i, note := range notes {
		isShown := slices.Contains(notes[:i], note)
		for _, other := range s.documents {
			isShown = isShown || slices.Contains(other.notes, note)
		}
		if !isShown {
			s.notify("window/showMessage", protocol.MessageParams{Type: 1, Message: "jsonlint: " + note})
		}
	}
	d.notes = notes
}

func failure(code int, message string) error {
	return &protocol.Error{Code: code, Message: message}
}

// decode decodes the parameters of a message.
func decode(r *protocol.Message, params any) error {
	if r.Params == nil {
		return failure(protocol.CodeInvalidParams, "there are no parameters")
	}
	if err := json.Unmarshal(r.Params, params); err != nil {
		return failure(protocol.CodeInvalidParams, err.Error())
	}
	return nil
}
