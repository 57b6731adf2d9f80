package lsp

import (
	"encoding/json"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

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
