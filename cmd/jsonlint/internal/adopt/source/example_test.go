package source_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
)

func ExampleGlobs() {
	fmt.Println(source.Globs(`^(data|docs)/.*\.json$`))
	fmt.Println(source.Globs(`^(?!data/)`))
	// Output:
	// [/data/**/*.json /docs/**/*.json] true
	// [] false
}
