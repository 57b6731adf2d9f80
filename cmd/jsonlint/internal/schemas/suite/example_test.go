package suite_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/suite"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
)

func Example() {
	dir, err := os.MkdirTemp("", "suite")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "port.json")
	if err := os.WriteFile(path, []byte("0"), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	s, err := schema.Compile("port.schema.json", []byte(`{"type": "integer"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := suite.Runner{Schema: s, Dialect: func(string) (lint.Dialect, error) { return lint.JSON, nil }}
	tests, err := r.Run(suite.Documents{Invalid: []string{path}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tests[0].Failures[0].Message)
	// Output: the schema must reject this document, but accepts it
}
