package stream_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/stream"
)

func ExampleCheck() {
	r := strings.NewReader(`{"list": [1, 2,]}`)
	err := stream.Check(context.Background(), r, stream.Config{Rules: scan.Plain(scan.DefaultMaxDepth)})
	if report, ok := err.(*flaw.Report); ok {
		fmt.Println(report.Kind, "at byte", report.Offset)
	}
	// Output: trailing-comma at byte 14
}

func ExampleChecker() {
	c := new(stream.Checker)
	c.Init(scan.Plain(scan.DefaultMaxDepth))
	for _, piece := range []string{`{"li`, `st": [1`, `, 2]}`} {
		fmt.Fprint(c, piece)
	}
	fmt.Println(c.Close())

	c.Reset()
	fmt.Fprint(c, `[1, 2`)
	fmt.Println(c.Close())
	// Output:
	// <nil>
	// truncated
}
