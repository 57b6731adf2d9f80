package salvage_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/salvage"
)

// The second record was cut off, and the third one was written right after it.
func Example() {
	std := command.Stdio{
		In:  strings.NewReader("{\"id\":1}\n{\"id\":2,\"na{\"id\":3}\n"),
		Out: os.Stdout, Err: os.Stdout,
		Commands: func() command.Table { return command.Table{salvage.Command()} },
	}
	status := command.Run([]string{"salvage", "--out", "-", "--rest", os.DevNull, "--list", os.DevNull}, std)
	fmt.Println("status", status)
	// Output:
	// {"id":1}
	// {"id":3}
	// jsonlint: 2 records recovered; 11 bytes of other data: 1 torn (11 bytes)
	// status 1
}
