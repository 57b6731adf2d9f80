package review_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/review"
)

func ExampleText() {
	for _, f := range review.Text([]byte(`{"type": "object", "requird": ["name"]}`), review.Compiler{}) {
		fmt.Println(f.Offset, f.Rule, f.Name, f.Suggestion)
		fmt.Println(f.Message)
	}
	// Output:
	// 19 misspelt-keyword requird required
	// unknown keyword "requird"; did you mean "required"?
}
