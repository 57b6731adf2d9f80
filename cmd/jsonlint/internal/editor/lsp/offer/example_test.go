package offer_test

import (
	"context"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/offer"
	"github.com/assayjson/assay/lint"
)

func Example() {
	src := []byte(`[01]`)
	found := lint.New(lint.Options{}).Check(src).Diagnostics
	for _, fix := range offer.New(context.Background(), src).For(&found[0]) {
		fmt.Println(fix.Title)
	}
	// Output:
	// remove the leading zeros
	// put the digits in double quotes
}
