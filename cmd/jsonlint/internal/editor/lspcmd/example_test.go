package lspcmd_test

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lspcmd"
)

// A client opens a document, and the server publishes what is wrong with it.
func Example() {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	complain := func(err error) { fmt.Println(err) }
	ended := make(chan error)
	go func() { ended <- lspcmd.Serve(fromClient, toClient, "/", nil, complain) }()

	client := protocol.NewStream(fromServer, toServer, fromServer.Close, complain)
	client.WriteObject(protocol.NewRequest(1, "initialize", map[string]any{"capabilities": map[string]any{}}))
	client.WriteObject(protocol.NewNotification("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": "untitled:1", "languageId": "json", "version": 1, "text": "{\"port\": 08080}"},
	}))
	for {
		m, err := client.ReadMessage()
		if err != nil {
			fmt.Println(err)
			return
		}
		if m.Method == "textDocument/publishDiagnostics" {
			var found protocol.PublishDiagnosticsParams
			err := json.Unmarshal(m.Params, &found)
			fmt.Println(err, found.Diagnostics[0].Code, found.Diagnostics[0].Range.Start)
			break
		}
	}
	client.WriteObject(protocol.NewRequest(2, "shutdown", nil))
	client.WriteObject(protocol.NewNotification("exit", nil))
	go io.Copy(io.Discard, fromServer)
	fmt.Println(<-ended)
	// Output:
	// <nil> syntax/leading-zero {0 9}
	// <nil>
}
