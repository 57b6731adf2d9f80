package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// BenchmarkLSPRequests measures requests about a place in the middle of a document, whose text is invalid there.
func BenchmarkLSPRequests(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		text := editedTexts["records.json"](size)
		line := strings.Count(text, "\n") / 2
		at := 0
		for range line {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		text = text[:at] + "  {\"id\": 1, \n" + text[at:]
		uri := protocol.URI("/no-such-folder/a.json")
		params := lsptest.Document(uri, map[string]any{"position": protocol.Position{Line: uint32(line), Character: 12}, "ch": "\n"})
		for _, method := range []string{"completion", "hover", "definition", "documentLink", "onTypeFormatting"} {
			b.Run(fmt.Sprintf("%dKB/%s", size>>10, method), func(b *testing.B) {
				c := startLSP(b)
				c.Initialize(encodingCapability("utf-16"))
				c.Open(uri, "json", text)
				c.Published(uri)
				for b.Loop() {
					c.Call("textDocument/"+method, params, nil)
				}
				if err := c.Shutdown(); err != nil {
					b.Error(err)
				}
			})
		}
	}
}
