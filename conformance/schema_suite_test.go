package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/schema"
)

// A schemaGroup is a schema of JSON-Schema-Test-Suite with its tests.
type schemaGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

var schemaDrafts = map[string]schema.Draft{
	"draft4":       schema.Draft4,
	"draft6":       schema.Draft6,
	"draft7":       schema.Draft7,
	"draft2019-09": schema.Draft2019,
	"draft2020-12": schema.Draft2020,
}

// A schemaSuite contains tests in the format of JSON-Schema-Test-Suite (Julian Berman and others).
type schemaSuite struct {
	tests, remotes     string // folders
	required, optional int    // minimum numbers of tests; the tests of formats are optional
	official           bool
}

// TestSchemaSuites runs the tests of all supported drafts, including optional tests and those of
// formats. The tests come from a copy of the suite that is contained in a module. That copy is a
// few months older than the suite itself. If $JSONSCHEMATESTSUITE is the folder of a clone, the
// tests of the clone are run as well.
//
// All required tests must pass. The optional tests that fail must be exactly those that
// testdata/schema_suite.txt lists, and at most 1% of the optional tests may fail.
func TestSchemaSuites(t *testing.T) {
	carrier, err := carrierDir("github.com/kaptinlin/jsonschema")
	if err != nil {
		t.Fatal(err)
	}
	engine, err := moduleDir("github.com/santhosh-tekuri/jsonschema/v6")
	if err != nil {
		t.Fatal(err)
	}
	official := filepath.Join(carrier, "testdata/JSON-Schema-Test-Suite")
	extra := filepath.Join(engine, "testdata/Extra-Test-Suite")
	t.Run("module", schemaSuite{official + "/tests", official + "/remotes", 4796, 2372, true}.test)
	t.Run("engine", schemaSuite{extra + "/tests", extra + "/remotes", 30, 78, false}.test)
	if clone := os.Getenv("JSONSCHEMATESTSUITE"); clone != "" {
		t.Run("clone", schemaSuite{clone + "/tests", clone + "/remotes", 4900, 3300, true}.test)
	}
}

func (s schemaSuite) test(t *testing.T) {
	remotes := schemaRemotes(t, s.remotes)
	required, optional, failed := 0, 0, map[string]bool{}
	for draft, number := range schemaDrafts {
		for name, data := range jsonFiles(t, filepath.Join(s.tests, draft)) {
			run := schemaRun{
				compiler: schema.Compiler{Resources: remotes, Draft: number},
				file:     draft + "/" + name,
				failed:   failed,
			}
			// Since draft 2019-09, formats and content are only annotations unless these options
			// are set.
			run.compiler.AssertFormat = assertsFormat(name) && number >= schema.Draft2019
			run.compiler.AssertContent = strings.HasPrefix(name, "optional/content")
			n := run.test(t, data)
			if strings.HasPrefix(name, "optional/") {
				optional += n
			} else {
				required += n
			}
		}
	}
	t.Logf("%d required tests, %d optional ones, %d fail", required, optional, failures(failed))
	if required < s.required || optional < s.optional {
		t.Errorf("that is not all: want %d and %d", s.required, s.optional)
	}
	if count := failures(failed); s.official && 100*count > optional {
		t.Errorf("%d of %d optional tests fail, more than 1 %%", count, optional)
	}
	compareExpected(t, failed)
}

// assertsFormat reports whether the tests in a file treat formats as assertions. In earlier
// versions of the suite, one such file is not in the folder optional/format.
func assertsFormat(name string) bool {
	return strings.HasPrefix(name, "optional/format/") || name == "optional/ecmascript-regex.json"
}

// compareExpected compares the tests that failed with the tests that are expected to fail. A suite
// may lack some of the listed tests, because there are several versions of it.
func compareExpected(t *testing.T, failed map[string]bool) {
	expected := expectedFailures(t)
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		passed := !failed[name]
		_, listed := expected[name]
		switch {
		case passed && listed:
			t.Errorf("passes, and testdata/schema_suite.txt expects it to fail: %s", name)
		case !passed && !listed:
			t.Errorf("fails: %s", name)
		}
	}
}

func failures(failed map[string]bool) (n int) {
	for _, fails := range failed {
		if fails {
			n++
		}
	}
	return n
}

// expectedFailures returns the tests that are expected to fail. The result maps the name of each
// test to the reason. A line that begins with # gives the reason for the lines after it.
func expectedFailures(t *testing.T) map[string]string {
	data, err := os.ReadFile("testdata/schema_suite.txt")
	if err != nil {
		t.Fatal(err)
	}
	expected, reason := map[string]string{}, ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if comment, ok := strings.CutPrefix(line, "#"); ok {
			reason = strings.TrimSpace(comment)
			continue
		}
		if line == "" {
			reason = ""
			continue
		}
		if reason == "" {
			t.Errorf("testdata/schema_suite.txt gives no reason for %s", line)
		}
		if !strings.Contains(line, "/optional/") {
			t.Errorf("testdata/schema_suite.txt lists a required test: %s", line)
		}
		expected[line] = reason
	}
	return expected
}

// A schemaRun runs the tests in a file.
type schemaRun struct {
	compiler schema.Compiler
	file     string
	failed   map[string]bool // maps the name of a test to whether the test failed
}

// test runs the tests and returns their number.
func (r *schemaRun) test(t *testing.T, data []byte) (tests int) {
	var groups []schemaGroup
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatalf("%s: %v", r.file, err)
	}
	for _, group := range groups {
		s, err := r.compiler.Compile("s.json", group.Schema)
		for _, test := range group.Tests {
			tests++
			name := fmt.Sprintf("%s: %s: %s", r.file, group.Description, test.Description)
			if err != nil {
				t.Logf("%s: %v", name, err)
				r.failed[name] = true
				continue
			}
			findings, err := s.Check(test.Data)
			r.failed[name] = r.failed[name] || err != nil || test.Valid != (len(findings) == 0)
		}
	}
	return tests
}

// schemaRemotes returns the schemas to which tests refer, and which the tests expect on a server.
func schemaRemotes(t *testing.T, dir string) map[string][]byte {
	remotes := map[string][]byte{}
	for name, data := range jsonFiles(t, dir) {
		remotes["http://localhost:1234/"+name] = data
	}
	return remotes
}

// jsonFiles returns the files in a folder and below it, by their path relative to the folder. If
// the folder does not exist, it returns none.
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
