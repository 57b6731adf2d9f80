package assaybeam_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	assaybeam "github.com/assayjson/assay/beam"
)

func ExampleCheckAndReport() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	events, report := filepath.Join(dir, "events.ndjson"), filepath.Join(dir, "report.ndjson")
	if err := os.WriteFile(events, []byte("{\"id\":1}\n{\"id\":2,}\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}

	p, s := beam.NewPipelineWithRoot()
	assaybeam.CheckAndReport(s, []assaybeam.File{{Name: events}}, assaybeam.Options{}, assaybeam.Outputs{Report: report})
	result, err := beam.Run(context.Background(), "prism", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Key.Namespace == assaybeam.Namespace && c.Key.Name == "bad/syntax/trailing-comma" {
			fmt.Println(c.Key.Name, c.Result())
		}
	}
	// Output: bad/syntax/trailing-comma 1
}
