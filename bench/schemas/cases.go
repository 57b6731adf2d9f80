package schemas

import (
	"embed"
	"fmt"
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

//go:embed testdata/*.txtar
var testdata embed.FS

// A source generates the documents of an example, and its schema unless testdata has it.
type source struct {
	name   string
	docs   func() [][]byte
	schema func() []byte
}

// sources lists the examples in the order of the report, from small documents to large ones.
func sources() []source {
	return []source{
		{name: caseRecord, docs: smallRecords},
		{name: "event", docs: events},
		{name: "conditions", docs: forms},
		{name: "payload", docs: payloads},
		{name: "package", docs: packages},
		{name: "deployment", docs: deployments},
		{name: "settings", docs: settings, schema: settingsSchema},
		{name: "sets", docs: sets},
		{name: "strings", docs: people},
		{name: "tree", docs: trees},
		{name: "geojson", docs: features},
		{name: "openapi", docs: apis},
		{name: "lockfile", docs: lockfiles},
		{name: "records", docs: manyRecords, schema: recordsSchema},
	}
}

// caseRecord is the name of the example with records of 99 bytes.
const caseRecord = "record"

// examples returns the examples whose names match a pattern.
func examples(only *regexp.Regexp) ([]example, error) {
	var all []example
	for _, s := range sources() {
		if !only.MatchString(s.name) {
			continue
		}
		e, err := s.load()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// load reads testdata and generates the documents.
func (s source) load() (example, error) {
	e := example{name: s.name, docs: s.docs()}
	archive, err := s.archive()
	if err != nil {
		return e, err
	}
	e.about = about(archive)
	if s.schema != nil {
		e.schema = s.schema()
	}
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

func (s source) archive() (*txtar.Archive, error) {
	data, err := testdata.ReadFile("testdata/" + s.name + ".txtar")
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
