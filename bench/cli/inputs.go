package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/bench/internal/inputs"
)

// An input is a file, or a folder of files, for the programs to check.
type input struct {
	name string
	file string
	kind kind
}

// A kind of input determines the arguments of a program. A program may not support all kinds.
type kind uint8

const (
	document kind = iota
	records       // NDJSON
	folder        // a folder of documents
)

var all = []input{
	{"start-up", "tiny.json", document},
	{"twitter.json", "twitter.json", document},
	{"1000 small files", "small", folder},
	{"large document", "large.json", document},
	{"NDJSON", "records.ndjson", records},
}

// makeInputs writes the files of the inputs into dir: a document of two bytes, the unmodified
// twitter.json, a thousand documents of a few kilobytes each, an array of real documents, log
// records, and the files of the heats.
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
	if err := os.WriteFile(filepath.Join(dir, "broken.json"), bytes.TrimSpace(twitter)[:len(bytes.TrimSpace(twitter))-1], 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "tiny.json"), []byte("{}\n"), 0o600); err != nil {
		return err
	}
	if err := makeSmall(filepath.Join(dir, "small")); err != nil {
		return err
	}
	if err := makeLarge(filepath.Join(dir, "large.json"), module, size); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "records.ndjson"), inputs.LogRecords(size), 0o600); err != nil {
		return err
	}
	return makeWays(dir, size)
}

// makeSmall writes a thousand documents into a folder. Each is an array of log records, one per
// line.
func makeSmall(path string) error {
	const files, recordsEach = 1000, 10
	if err := os.Mkdir(path, 0o700); err != nil {
		return err
	}
	lines := bytes.Split(inputs.LogRecords(files*recordsEach*300), []byte("\n"))
	for i := range files {
		doc := append([]byte("["), bytes.Join(lines[i*recordsEach:][:recordsEach], []byte(","))...)
		doc = append(doc, "]\n"...)
		if err := os.WriteFile(filepath.Join(path, fmt.Sprintf("%04d.json", i)), doc, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// sizeOf returns the size in bytes of a file, or of all files in a folder.
func sizeOf(path string) (bytes int64, err error) {
	err = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

// elements are the names of the documents that make up the large document. These contain text in
// many scripts, repeated names, and numbers.
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
