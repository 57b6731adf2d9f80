package indexcmd_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/indexcmd"
)

// The 70,000th record is found by the index, without reading the records before it.
func Example() {
	dir, err := os.MkdirTemp("", "indexcmd")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "events.ndjson")
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "{\"id\":%d,\"kind\":\"click\"}\n", i)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	run := func(args ...string) {
		std := command.Stdio{
			In: strings.NewReader(""), Out: os.Stdout, Err: io.Discard,
			Commands: func() command.Table { return command.Table{indexcmd.Index(), indexcmd.Get()} },
		}
		if status := command.Run(args, std); status != command.StatusValid {
			fmt.Println("status", status)
		}
	}
	run("index", path)
	run("get", path+":70000")
	run("get", path+":70000", "/id")
	// Output:
	// {"id":69999,"kind":"click"}
	// 69999
}
