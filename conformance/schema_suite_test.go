package conformance

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/google/jsonschema-go/jsonschema" // carries JSON-Schema-Test-Suite

	"github.com/assayjson/assay/schema"
)

// schemaGroup is a schema of JSON-Schema-Test-Suite and what to say of documents.
type schemaGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// schemaSuites are the modules that have tests of schemas in the form of
// JSON-Schema-Test-Suite (Julian Berman and others), and where. The first one has most of the
// suite for two drafts; the other one has some of its own for others, too.
var schemaSuites = []struct {
	module, tests, remotes string
	want                   int
}{
	{"github.com/google/jsonschema-go", "jsonschema/testdata", "jsonschema/testdata/remotes", 2012},
	{"github.com/santhosh-tekuri/jsonschema/v6", "testdata/Extra-Test-Suite/tests", "testdata/Extra-Test-Suite/remotes", 108},
}

var schemaDrafts = map[string]schema.Draft{
	"draft4":       schema.Draft4,
	"draft6":       schema.Draft6,
	"draft7":       schema.Draft7,
	"draft2019-09": schema.Draft2019,
	"draft2020-12": schema.Draft2020,
}

// If $JSONSCHEMATESTSUITE is a clone of the suite, it is tested as well, for all drafts; what is
// optional there is left out.
func TestSchemaSuites(t *testing.T) {
	for _, suite := range schemaSuites {
		dir, err := moduleDir(suite.module)
		if err != nil {
			t.Fatal(err)
		}
		every := func(string) bool { return true }
		tests := testSchemaSuite(t, filepath.Join(dir, suite.tests), filepath.Join(dir, suite.remotes), every)
		if tests != suite.want {
			t.Errorf("%s has %d tests, want %d", suite.module, tests, suite.want)
		}
	}
	if clone := os.Getenv("JSONSCHEMATESTSUITE"); clone != "" {
		required := func(name string) bool { return !strings.HasPrefix(name, "optional/") }
		tests := testSchemaSuite(t, filepath.Join(clone, "tests"), filepath.Join(clone, "remotes"), required)
		if t.Logf("%s has %d tests", clone, tests); tests < 4900 {
			t.Errorf("that is not all")
		}
	}
}

// testSchemaSuite tests files of a suite by their names, and returns how many tests they have.
func testSchemaSuite(t *testing.T, dir, remotes string, wanted func(name string) bool) (tests int) {
	compiler := schema.Compiler{Resources: schemaRemotes(t, remotes)}
	for draft, number := range schemaDrafts {
		for name, data := range jsonFiles(t, filepath.Join(dir, draft)) {
			if !wanted(name) {
				continue
			}
			c := compiler
			c.Draft = number
			c.AssertFormat = strings.Contains(name, "optional/")
			c.AssertContent = c.AssertFormat
			tests += testSchemaFile(t, &c, draft+"/"+name, data)
		}
	}
	return tests
}

// testSchemaFile tests what a file has, and returns how much that is.
func testSchemaFile(t *testing.T, c *schema.Compiler, name string, data []byte) (tests int) {
	var groups []schemaGroup
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, group := range groups {
		s, err := c.Compile("s.json", group.Schema)
		if err != nil {
			t.Errorf("%s: %s: %v", name, group.Description, err)
			continue
		}
		for _, test := range group.Tests {
			tests++
			findings, err := s.Check(test.Data)
			if err != nil || test.Valid != (len(findings) == 0) {
				t.Errorf("%s: %s: %s: %v, %d findings", name, group.Description, test.Description, err, len(findings))
			}
		}
	}
	return tests
}

// schemaRemotes returns the schemas that tests refer to, which they take to be at a server.
func schemaRemotes(t *testing.T, dir string) map[string][]byte {
	remotes := map[string][]byte{}
	for name, data := range jsonFiles(t, dir) {
		remotes["http://localhost:1234/"+name] = data
	}
	return remotes
}

// jsonFiles returns the files in a folder and in those below it, by their path from there. A
// folder that is not there has none.
func jsonFiles(t *testing.T, dir string) map[string][]byte {
	files := map[string][]byte{}
	fsys := os.DirFS(dir)
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) && name == "." {
			return fs.SkipAll
		}
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".json" {
			return err
		}
		files[name], err = fs.ReadFile(fsys, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
