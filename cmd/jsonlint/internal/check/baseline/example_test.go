package baseline_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/baseline"
	"github.com/assayjson/assay/lint"
)

func ExampleKeys() {
	text := []byte(`{"a": 1, "a": 2}`)
	known := baseline.Known{}
	for _, key := range baseline.Keys("x.json", text, lint.JSON, lint.New(lint.Options{}).Check(text).Diagnostics) {
		known[key]++
	}
	fmt.Printf("%s", known.Format())
	// Output:
	// {"jsonlintBaseline":1}
	// {"file":"x.json","rule":"duplicate-keys","pointer":"/a","hash":"ac8d8342bbb2362d"}
}
