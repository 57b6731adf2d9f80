package cli_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
)

func ExampleProgram_Completion() {
	p := &cli.Program{Name: "p", Groups: []cli.Group{{Options: []cli.Option{{Name: "all", Short: "a", Doc: "do all"}}}}}
	fmt.Print(p.Completion("fish"))
	// Output: complete -c p -l all -s a -d 'do all'
}
