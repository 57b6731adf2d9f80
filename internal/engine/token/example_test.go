package token_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/token"
)

func ExampleText() {
	t := token.Text{Raw: `"caf\u00e9"`, Kind: token.String, Escaped: true}
	fmt.Println(t.String())
	fmt.Println(token.Text{Raw: "12", Kind: token.Number}.Int64())
	// Output:
	// café
	// 12 <nil>
}
