package suggest_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/suggest"
)

func ExamplePhrase() {
	fmt.Printf("unknown rule %q%s\n", "sintax", suggest.Phrase("sintax", []string{"bom", "syntax"}))
	// Output: unknown rule "sintax"; did you mean "syntax"?
}
