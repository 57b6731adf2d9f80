package syntax_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/syntax"
)

func ExampleStringLen() {
	fmt.Println(syntax.StringLen([]byte(`"a\"b", 1`)))
	fmt.Println(syntax.StringLen([]byte(`"a\"`)))
	// Output:
	// 6 true
	// 4 false
}

func ExampleLastQuote() {
	fmt.Println(syntax.LastQuote([]byte(`["a\"b`), 1))
	// Output: 1
}
