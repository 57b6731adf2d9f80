package jsonlint_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint"
)

func Example() {
	std := command.Stdio{In: strings.NewReader(""), Out: os.Stdout, Err: os.Stdout, Commands: jsonlint.Commands}
	status := command.Run([]string{"salvag", "events.ndjson"}, std)
	fmt.Println("status", status)
	// Output:
	// jsonlint: no such file or command: "salvag"; did you mean "jsonlint salvage"?
	// status 2
}
