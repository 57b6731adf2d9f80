package complete_test

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/complete"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
)

func Example() {
	src := []byte(`[{"id": 1, "name": "a"}, {"id": 2, `)
	at := structure.At(src, dialect.JSON, len(src))
	used := complete.Siblings(slices.Values([][]byte{src}), at)
	for _, item := range complete.Names(at, nil, used, nil) {
		fmt.Println(item.Label, item.Text)
	}
	// Output: name "name": ""
}
