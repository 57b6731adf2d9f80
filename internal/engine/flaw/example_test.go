package flaw_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/flaw"
)

func ExampleExpected() {
	e := flaw.ExpectComma | flaw.ExpectBracket
	fmt.Println(flaw.MissingComma, "- expected", e)
	// Output: missing-comma - expected ',' or ']'
}
