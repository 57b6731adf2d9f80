package lsp

import (
	"encoding/json"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// An outbox has the messages that wait for the writer, in the order in which they are sent. It has at most one message with diagnostics for
// each document.
type outbox struct {
	queue []outgoing
	calls int // number of requests to the client
}

// An outgoing message is written by the goroutine of write.
type outgoing struct {
	uri     string // of the document whose diagnostics it has; "" for other messages
	message any
}

// publish sends the diagnostics of a document. Those of the same document that are still waiting are no longer of
// interest.
func (o *outbox) publish(p protocol.PublishDiagnosticsParams) {
	o.queue = slices.DeleteFunc(o.queue, func(old outgoing) bool { return old.uri == p.URI })
	o.queue = append(o.queue, outgoing{p.URI, protocol.NewNotification("textDocument/publishDiagnostics", p)})
}

func (o *outbox) notify(method string, params any) {
	o.queue = append(o.queue, outgoing{message: protocol.NewNotification(method, params)})
}

// call sends a request whose answer does not matter.
func (o *outbox) call(method string, params any) {
	o.calls++
	o.queue = append(o.queue, outgoing{message: protocol.NewRequest(o.calls, method, params)})
}

func (o *outbox) reply(id json.RawMessage, result any) {
	o.queue = append(o.queue, outgoing{message: protocol.NewResponse(id, result)})
}

func (o *outbox) replyError(id json.RawMessage, err error) {
	failure, ok := err.(*protocol.Error)
	if !ok {
		failure = &protocol.Error{Code: protocol.CodeInternalError, Message: err.Error()}
	}
	o.queue = append(o.queue, outgoing{message: protocol.NewErrorResponse(id, failure)})
}
