package lsp_test

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp"
)

func Example() {
	in := strings.NewReader("Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}")
	var out strings.Builder
	orderly, err := lsp.Serve(in, &out, func() error { return nil }, lsp.Config{})
	fmt.Println(orderly, err) // the client has not said "shutdown" before
	// Output: false <nil>
}
