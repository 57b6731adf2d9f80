package schemas

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// An example is a schema with the documents that are measured, and with variants that show whether a
// contestant returns the correct verdict.
type example struct {
	name, about string
	schema      []byte
	docs        [][]byte // valid; different documents of the same kind
	variants    []variant
}

// A variant is a document that differs from the first document of an example in one value.
type variant struct {
	edit  edit
	doc   []byte
	valid bool
}

//go:embed testdata
var testdata embed.FS

// caseRecord is the name of the example with records of 99 bytes.
const caseRecord = "record"

// names lists the examples in the order of the report, from small documents to large ones.
var names = []string{
	caseRecord, "event", "conditions", "payload", "package", "deployment", "settings", "sets", "strings", "tree", "geojson", "openapi", "lockfile", "records",
}

// examples returns the examples whose names match a pattern.
func examples(only *regexp.Regexp) ([]example, error) {
	var all []example
	for _, name := range names {
		if !only.MatchString(name) {
			continue
		}
		e, err := load(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// load reads an example from testdata.
func load(name string) (e example, err error) {
	e.name = name
	if e.docs, err = documents(name); err != nil {
		return e, err
	}
	archive, err := archiveOf(name)
	if err != nil {
		return e, err
	}
	e.about = about(archive)
	for _, f := range archive.Files {
		switch f.Name {
		case "schema.json":
			e.schema = f.Data
		case "valid", "invalid":
			if err := e.vary(string(f.Data), f.Name == "valid"); err != nil {
				return e, err
			}
		}
	}
	return e, nil
}

// documents reads the documents of an example, which are a compressed JSON text sequence (RFC 7464).
func documents(name string) (docs [][]byte, err error) {
	f, err := testdata.Open("testdata/documents/" + name + ".json-seq.gz")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	for doc := range bytes.SplitSeq(text, []byte{0x1E}) {
		if len(doc) > 0 {
			docs = append(docs, bytes.TrimSuffix(doc, []byte("\n")))
		}
	}
	return docs, err
}

func archiveOf(name string) (*txtar.Archive, error) {
	data, err := testdata.ReadFile("testdata/" + name + ".txtar")
	if err != nil {
		return nil, err
	}
	return txtar.Parse(data), nil
}

// vary adds a variant for each line of edits.
func (e *example) vary(edits string, valid bool) error {
	for line := range strings.Lines(edits) {
		change := edit(strings.TrimSuffix(line, "\n"))
		doc, err := change.apply(e.docs[0])
		if err != nil {
			return err
		}
		e.variants = append(e.variants, variant{change, doc, valid})
	}
	return nil
}

// invalid returns the variants that are invalid.
func (e example) invalid() (docs [][]byte) {
	for _, v := range e.variants {
		if !v.valid {
			docs = append(docs, v.doc)
		}
	}
	return docs
}

// size returns the size of all documents.
func size(docs [][]byte) (n int) {
	for _, d := range docs {
		n += len(d)
	}
	return n
}

// about returns the description of an example.
func about(archive *txtar.Archive) string { return strings.TrimSpace(string(archive.Comment)) }
