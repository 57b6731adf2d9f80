package main

import (
	"bufio"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/bench/internal/inputs"
)

// An input is a file that the programs check.
type input struct {
	name    string
	file    string
	records bool // NDJSON
}

var largeAndSmall = []input{
	{"twitter.json", "twitter.json", false},
	{"large document", "large.json", false},
	{"NDJSON", "records.ndjson", true},
}

// makeInputs writes the files of the inputs into dir: twitter.json as it is, an array
// of documents from the field, and log records.
func makeInputs(dir string, size int) error {
	module, err := inputs.DocumentsDir()
	if err != nil {
		return err
	}
	twitter, err := inputs.Document(module, "twitter")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "twitter.json"), twitter, 0o600); err != nil {
		return err
	}
	if err := makeLarge(filepath.Join(dir, "large.json"), module, size); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "records.ndjson"), inputs.LogRecords(size), 0o600)
}

// elements are what the large document is made of: text of many scripts, names that
// repeat, numbers.
var elements = []string{"twitter", "citm_catalog", "github_events", "gsoc-2018", "canada"}

func makeLarge(path, module string, size int) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	w := bufio.NewWriter(f)
	w.WriteString("[\n")
	for written := 0; ; {
		for _, name := range elements {
			doc, err := inputs.Document(module, name)
			if err != nil {
				return err
			}
			w.Write(doc)
			if written += len(doc); written >= size {
				w.WriteString("]\n")
				return w.Flush()
			}
			w.WriteString(",\n")
		}
	}
}
