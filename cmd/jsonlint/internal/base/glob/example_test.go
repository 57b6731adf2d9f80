package glob_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
)

func ExampleCompile() {
	p := glob.Compile("data/**/*.json")
	fmt.Println(p.Match("data/a.json"), p.Match("data/x/y/a.json"), p.Match("a.json"))
	// Output: true true false
}
