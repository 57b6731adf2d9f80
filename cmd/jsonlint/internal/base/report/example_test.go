package report_test

import (
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/lint"
)

func Example() {
	f := report.New("compact", os.Stdout, report.Options{})
	file := &report.File{Name: "a.json", Report: lint.New(lint.Options{}).Check([]byte("[1,]\n"))}
	var sum report.Summary
	sum.Add(file)
	f.File(file)
	f.End(&sum)
	// Output: a.json:1:3: error: trailing comma before ']' [syntax/trailing-comma]
}
