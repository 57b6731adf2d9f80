package suggest_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/suggest"
)

func ExamplePhrase() {
	fmt.Printf("no rule is called %q%s\n", "sintax", suggest.Phrase("sintax", []string{"bom", "syntax"}))
	// Output: no rule is called "sintax"; did you mean "syntax"?
}
