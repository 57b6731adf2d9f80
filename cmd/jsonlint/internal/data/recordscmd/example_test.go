package recordscmd_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/recordscmd"
)

// The elements of an array become records.
func Example() {
	std := command.Stdio{
		In:  strings.NewReader("{\n  \"items\": [\n    {\n      \"id\": 1\n    },\n    {\n      \"id\": 2\n    }\n  ]\n}\n"),
		Out: os.Stdout, Err: os.Stdout,
		Commands: func() command.Table { return command.Table{recordscmd.Command()} },
	}
	status := command.Run([]string{"records", "--pointer", "/items"}, std)
	fmt.Println("status", status)
	// Output:
	// {"id": 1}
	// {"id": 2}
	// status 0
}
