package shardcmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/shardcmd"
)

// A file is divided into shards, which several machines can check, and the results are merged.
func Example() {
	dir, err := os.MkdirTemp("", "shardcmd")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	events, plan, parts := filepath.Join(dir, "events.ndjson"), filepath.Join(dir, "plan.ndjson"), filepath.Join(dir, "parts")
	text := strings.Repeat("{\"id\":1}\n", 999) + "{\"id\":2,}\n"
	if err := os.WriteFile(events, []byte(text), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	run := func(args ...string) {
		std := command.Stdio{
			In: strings.NewReader(""), Out: os.Stdout, Err: os.Stdout,
			Commands: func() command.Table { return command.Table{shardcmd.Plan(), shardcmd.Run(), shardcmd.Merge()} },
		}
		fmt.Println(args[0], "ends with status", command.Run(args, std))
	}
	run("plan", "--no-config", "--size", "1kB", events, "-o", plan)
	run("run", "--no-config", plan, "--all", "--out", parts)
	run("merge", parts, "-o", filepath.Join(dir, "report.ndjson"))
	// Output:
	// 1 file in 9 shards
	// plan ends with status 0
	// run ends with status 0
	// 1000 records: 999 good, 1 bad
	// merge ends with status 1
}
