package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/schema"
)

// A refusal is a schema with documents, of which most are not valid.
type refusal struct {
	name      string
	compiler  schema.Compiler
	schema    []byte
	documents [][]byte
}

// TestSameFindings compiles the schemas of JSON-Schema-Test-Suite, and some with several mistakes, again and again, and checks all
// documents each time, with several numbers of processors. The findings must be the same to the byte. If $SCHEMASTORE is the folder
// of a clone of SchemaStore, its schemas and negative tests take part.
func TestSameFindings(t *testing.T) {
	runs := slices.Repeat([]int{1, 2, 8}, 10/longtest.OneIn(5))
	all := slices.Concat(mistaken, suiteRefusals(t), schemaStoreRefusals(t))
	want := make([]string, len(all))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for n, processors := range runs {
		runtime.GOMAXPROCS(processors)
		found := make([]string, len(all))
		var running sync.WaitGroup
		next := make(chan int)
		for range processors {
			running.Go(func() {
				for i := range next {
					found[i] = all[i].describe()
				}
			})
		}
		for i := range all {
			next <- i
		}
		close(next)
		running.Wait()
		if n == 0 {
			copy(want, found)
		}
		for i, r := range all {
			if found[i] != want[i] {
				t.Errorf("%s, run %d with GOMAXPROCS %d:\n%s\nwant, as in the first run:\n%s", r.name, n, processors, found[i], want[i])
			}
		}
	}
	t.Logf("%d schemas, %d bytes of findings, %d runs", len(all), len(strings.Join(want, "")), len(runs))
}

// describe compiles the schema, and returns all that is found in it and in the documents.
func (r *refusal) describe() string {
	var b strings.Builder
	s, err := r.compiler.Compile(r.name, r.schema)
	if err != nil {
		fmt.Fprintln(&b, err)
		var bad *schema.Error
		if errors.As(err, &bad) {
			writeFindings(&b, bad.Findings)
		}
		return b.String()
	}
	for i, document := range r.documents {
		found, err := s.Check(document)
		fmt.Fprintln(&b, i, err)
		writeFindings(&b, found)
	}
	return b.String()
}

func writeFindings(b *strings.Builder, findings []schema.Finding) {
	for _, f := range findings {
		related := f.Related
		f.Related = nil
		fmt.Fprintf(b, "%+v", f)
		if related != nil {
			fmt.Fprintf(b, " %+v", *related)
		}
		fmt.Fprintln(b)
	}
}

// mistaken are schemas with several mistakes, of which no particular one comes first.
var mistaken = []refusal{
	{name: "unreadable.json", schema: []byte(`{"properties": {"a": {"$ref": "a.json"}, "b": {"$ref": "b.json"}, "c": {"$ref": "http://x/c"}, "d": {"$ref": "d.json#/e"}}}`)},
	{name: "dangling.json", schema: []byte(`{"properties": {"a": {"$ref": "#/a"}, "b": {"$ref": "#/b"}, "c": {"$ref": "#c"}, "d": {"$dynamicRef": "#d"}}}`)},
	{name: "anchors.json", schema: []byte(`{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}, "c": {"$anchor": "x"}, "d": {"$anchor": "y"}, "e": {"$anchor": "y"}}}`)},
	{name: "ids.json", schema: []byte(`{"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}, "c": {"$id": "x"}, "d": {"$id": "y"}, "e": {"$id": "y"}}}`)},
	{name: "patterns.json", schema: []byte(`{"properties": {"a": {"pattern": "("}, "b": {"pattern": "["}, "c": {"patternProperties": {")": {}, "(": {}}}}}`)},
	{name: "keywords.json", schema: []byte(`{"properties": {"a": {"type": "objct"}, "b": {"minLength": -1}, "c": {"required": "x"}}, "allOf": []}`)},
	{name: "several.json", schema: []byte(`{"properties": {"a": {"type": "objct"}, "b": {"$ref": "b.json"}, "c": {"$ref": "#/x"}, "d": {"pattern": "("}}}`)},
}

// suiteRefusals returns the schemas of JSON-Schema-Test-Suite, and the documents that they do not accept.
func suiteRefusals(t *testing.T) (all []refusal) {
	carrier, err := carrierDir("github.com/kaptinlin/jsonschema")
	if err != nil {
		t.Fatal(err)
	}
	suite := filepath.Join(carrier, "testdata/JSON-Schema-Test-Suite")
	remotes := schemaRemotes(t, suite+"/remotes")
	for _, draft := range slices.Sorted(maps.Keys(schemaDrafts)) {
		files := jsonFiles(t, filepath.Join(suite, "tests", draft))
		for _, name := range slices.Sorted(maps.Keys(files)) {
			var groups []schemaGroup
			if err := json.Unmarshal(files[name], &groups); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, group := range groups {
				r := refusal{name: "s.json", schema: group.Schema}
				r.compiler = schema.Compiler{Resources: remotes, Draft: schemaDrafts[draft], AssertFormat: true, AssertContent: true}
				for _, test := range group.Tests {
					if !test.Valid {
						r.documents = append(r.documents, test.Data)
					}
				}
				all = append(all, r)
			}
		}
	}
	if len(all) < 1500 {
		t.Fatalf("the suite has only %d schemas", len(all))
	}
	return all
}

// schemaStoreRefusals returns the schemas of a clone of SchemaStore, if there is one, and the documents that they must not accept.
func schemaStoreRefusals(t *testing.T) (all []refusal) {
	clone := os.Getenv("SCHEMASTORE")
	if clone == "" {
		return nil
	}
	files := os.DirFS(filepath.Join(clone, "src"))
	load := func(url string) ([]byte, error) {
		_, name, ok := strings.Cut(url, "schemastore.org/")
		if !ok {
			return nil, schema.ErrNotGiven
		}
		return fs.ReadFile(files, path.Join("schemas/json", path.Base(name)))
	}
	schemas, err := fs.Glob(files, "schemas/json/*.json")
	if err != nil || len(schemas) == 0 {
		t.Fatalf("%s has no schemas: %v", clone, err)
	}
	for _, name := range schemas {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		r := refusal{name: name, schema: text, compiler: schema.Compiler{Files: files, Load: load}}
		documents, err := fs.Glob(files, "negative_test/"+strings.TrimSuffix(path.Base(name), ".json")+"/*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range documents {
			text, err := fs.ReadFile(files, document)
			if err != nil {
				t.Fatal(err)
			}
			r.documents = append(r.documents, text)
		}
		all = append(all, r)
	}
	return all
}
