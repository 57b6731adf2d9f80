package fmtcmd_test

import (
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/format/fmtcmd"
)

func Example() {
	std := command.Stdio{
		In:  strings.NewReader("{\"name\":\"assay\", // comments stay\n\"tags\":[1,2]}"),
		Out: os.Stdout, Err: os.Stdout,
		Commands: func() command.Table { return command.Table{fmtcmd.Command()} },
	}
	command.Run([]string{"fmt", "--no-config", "--dialect", "jsonc", "--indent", "2"}, std)
	// Output:
	// {
	//   "name": "assay", // comments stay
	//   "tags": [1, 2]
	// }
}
