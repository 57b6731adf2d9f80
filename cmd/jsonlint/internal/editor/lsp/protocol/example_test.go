package protocol_test

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

func Example() {
	in := strings.NewReader("Content-Length: 19\r\n\r\n{\"uri\":\"untitled:\"}")
	var out strings.Builder
	s := protocol.NewStream(in, &out, func() error { return nil }, nil)
	var id protocol.TextDocumentIdentifier
	fmt.Println(s.ReadObject(&id), id.URI)
	fmt.Println(s.WriteObject(id))
	fmt.Printf("%q\n", out.String())
	// Output:
	// <nil> untitled:
	// <nil>
	// "Content-Length: 19\r\n\r\n{\"uri\":\"untitled:\"}"
}
