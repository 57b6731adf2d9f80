package lsp

import (
	"slices"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// Diagnostics that wait for the writer are replaced by newer ones of the same document, and no other message is lost.
func TestOutboxReplacesDiagnostics(t *testing.T) {
	var o outbox
	o.publish(protocol.PublishDiagnosticsParams{URI: "file:///a"})
	o.notify("window/showMessage", nil)
	o.publish(protocol.PublishDiagnosticsParams{URI: "file:///b"})
	o.publish(protocol.PublishDiagnosticsParams{URI: "file:///a"})
	o.reply([]byte("1"), nil)
	var got []string
	for _, one := range o.queue {
		got = append(got, one.uri)
	}
	if want := []string{"", "file:///b", "file:///a", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
