package documents_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/documents"
)

// An answer was cut off in the middle of a string.
func Example() {
	std := command.Stdio{
		In:  strings.NewReader(`{"title": "Moby-Dick", "chapters": [{"name": "Loomi`),
		Out: os.Stdout, Err: os.Stdout,
		Commands: func() command.Table { return command.Table{documents.Complete(), documents.Stats()} },
	}
	status := command.Run([]string{"complete"}, std)
	fmt.Println("status", status)
	// Output:
	// {"title": "Moby-Dick", "chapters": [{"name": "Loomi"}]}
	// <stdin>:1:46: cut off in the string at /chapters/0/name
	// status 0
}
