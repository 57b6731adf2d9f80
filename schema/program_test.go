package schema

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// The tests in this file compare programs with the engine. A program may ask the engine whenever it
// likes, but if it accepts a document, the engine must accept the document, too.

// An agreement is a comparison of a program with the engine for one document.
type agreement int

const (
	bothAccept agreement = iota
	bothReject
	asksForValid // the engine accepts a document after the program has asked it
	falseYes     // the program accepts a document, and the engine does not
)

// compare compares a program with the engine.
func compare(s *Schema, document []byte) agreement {
	accepted, _ := s.program.Accepts(document)
	findings, err := s.consult(document)
	if accepted && errors.Is(err, ErrTooManySteps) {
		return bothAccept // the engine needs more steps
	}
	switch valid := err == nil && len(findings) == 0; {
	case accepted && valid:
		return bothAccept
	case accepted:
		return falseYes
	case valid:
		return asksForValid
	}
	return bothReject
}

// TestProgramsOfFindings compares programs with the engine on the documents in testdata.
func TestProgramsOfFindings(t *testing.T) {
	for _, c := range allCases(t) {
		s, err := c.compiler().Compile("s.json", c.schema)
		if err != nil {
			t.Fatal(err)
		}
		if a := compare(s, c.document); a == falseYes || a == asksForValid && !mayAsk(s, c.document) {
			t.Errorf("%s: %v", c.name, a)
		}
	}
}

// A officialCase is a test of JSON-Schema-Test-Suite.
type officialCase struct {
	name     string
	schema   *Schema
	document []byte
}

// TestProgramsOfSuite compares programs with the engine on JSON-Schema-Test-Suite. Package
// conformance compares the engine with the suite.
func TestProgramsOfSuite(t *testing.T) {
	count := map[agreement]int{}
	for _, c := range officialCases(t) {
		a := compare(c.schema, c.document)
		count[a]++
		if a == falseYes || a == asksForValid && !mayAsk(c.schema, c.document) {
			t.Errorf("%s: %v", c.name, a)
		}
	}
	if count[bothAccept] < 3500 || count[bothReject] < 3000 {
		t.Errorf("%d valid and %d invalid documents, want 3500 and 3000", count[bothAccept], count[bothReject])
	}
}

// officialCases returns the tests of the suite for all drafts.
func officialCases(t *testing.T) (cases []officialCase) {
	suite := suiteDir(t)
	remotes := map[string][]byte{}
	for name, data := range readAll(t, filepath.Join(suite, "remotes")) {
		remotes["http://localhost:1234/"+name] = data
	}
	for draft, folder := range map[Draft]string{Draft4: "draft4", Draft6: "draft6", Draft7: "draft7", Draft2019: "draft2019-09", Draft2020: "draft2020-12"} {
		for name, data := range readAll(t, filepath.Join(suite, "tests", folder)) {
			var groups []struct {
				Description string
				Schema      json.RawMessage
				Tests       []struct {
					Description string
					Data        json.RawMessage
				}
			}
			if err := json.Unmarshal(data, &groups); err != nil {
				t.Fatal(err)
			}
			for _, group := range groups {
				c := Compiler{Resources: remotes, Draft: draft, AssertFormat: true, AssertContent: true}
				s, err := c.Compile("s.json", group.Schema)
				if err != nil {
					continue
				}
				for _, test := range group.Tests {
					cases = append(cases, officialCase{folder + "/" + name + ": " + group.Description + ": " + test.Description, s, test.Data})
				}
			}
		}
	}
	return cases
}

// suiteDir returns the folder of JSON-Schema-Test-Suite in the module that contains it.
func suiteDir(t *testing.T) string {
	t.Helper()
	return filepath.Join(moduleDir(t, "github.com/kaptinlin/jsonschema"), "testdata/JSON-Schema-Test-Suite")
}

// moduleDir returns the folder of a module whose test data are used.
func moduleDir(t *testing.T, module string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", module)
	cmd.Dir = "../conformance/testdata/suites"
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module)
	cmd.Dir = "../conformance/testdata/suites"
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// readAll returns the JSON files in a folder and below it, by their path relative to the folder.
func readAll(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	fsys := os.DirFS(dir)
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(name) == ".json" {
			files[name], err = fs.ReadFile(fsys, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	pairs    = flag.Int("pairs", 0, "how many pairs of schemas and documents TestPrograms compares")
	pairSeed = flag.Uint64("seed", 1, "the seed for these pairs")
)

// TestPrograms compares programs with the engine on random schemas and documents.
func TestPrograms(t *testing.T) {
	n := *pairs
	if n == 0 {
		n = 400_000
		if longtest.Off() {
			n = 100_000
		}
	}
	count := map[agreement]int{}
	refused := 0
	const documents = 20 // for each schema
	for seed := range uint64(n / documents) {
		p := newPair(rand.New(rand.NewPCG(*pairSeed, seed)))
		s, err := p.compiler.Compile("s.json", p.schema)
		if err != nil {
			refused++
			continue
		}
		for range documents {
			doc := p.document()
			a := compare(s, doc)
			count[a]++
			if a == falseYes || a == asksForValid && !mayAsk(s, doc) {
				t.Errorf("seed %d: %d\nschema %s\ndocument %s", seed, a, p.schema, doc)
			}
		}
		if t.Failed() {
			break
		}
	}
	total := n / documents * documents
	t.Logf("%d accepted, %d rejected, %d asked for, %d schemas of %d refused", count[bothAccept], count[bothReject], count[asksForValid], refused, n/documents)
	if min(count[bothAccept], count[bothReject]) < total/5 || 10*documents*refused > total {
		t.Error("the pairs do not test enough")
	}
}

// annotations are the keywords of metaschemas that assert nothing.
var annotations = []string{
	"$comment", "$schema", "$vocabulary", "default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly",
}

// TestPairsHaveAllKeywords checks that the random schemas have all keywords of all metaschemas.
func TestPairsHaveAllKeywords(t *testing.T) {
	made := map[Draft]map[string]bool{}
	for seed := range uint64(2000) {
		p := newPair(rand.New(rand.NewPCG(1, seed)))
		if made[p.draft] == nil {
			made[p.draft] = map[string]bool{}
		}
		if _, err := p.compiler.Compile("s.json", p.schema); err != nil {
			continue
		}
		var visit func(value any)
		visit = func(value any) {
			switch v := value.(type) {
			case []any:
				for _, item := range v {
					visit(item)
				}
			case map[string]any:
				for keyword, member := range v {
					made[p.draft][keyword] = true
					visit(member)
				}
			}
		}
		visit(p.value)
	}
	for draft, name := range drafts {
		meta, err := jsonschema.NewCompiler().Compile(name.String())
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, s := range append(slices.Clone(meta.AllOf), meta) {
			if s == nil {
				continue
			}
			if s.Ref != nil {
				s = s.Ref // a vocabulary
			}
			if s != meta && draft < Draft2019 {
				continue
			}
			for keyword := range s.Properties {
				if known++; !made[draft][keyword] && !slices.Contains(annotations, keyword) {
					t.Errorf("draft %d: no schema has %q", draft, keyword)
				}
			}
		}
		if known < 30 {
			t.Errorf("draft %d: the metaschema has %d keywords", draft, known)
		}
	}
}

// allocating are files of the suite for keywords and formats whose tests may allocate memory.
var allocating = regexp.MustCompile(`content|regex|idn-|iri|uri|hostname|time|relative`)

// TestAllocations checks that programs accept documents without allocating memory.
func TestAllocations(t *testing.T) {
	checked := 0
	for _, c := range officialCases(t) {
		accepted, _ := c.schema.program.Accepts(c.document)
		if !accepted || c.schema.program.Asks() || allocating.MatchString(c.name[:strings.Index(c.name, ".json")]) {
			continue
		}
		checked++
		if n := allocations(c.schema, c.document); n > 0 {
			t.Errorf("%s: %s: %v allocations", c.name, c.document, n)
		}
	}
	if checked < 3000 {
		t.Errorf("%d documents were checked", checked)
	}
	for schema, document := range map[string]string{
		`{"format": "date-time"}`:     `"2024-12-31T23:59:59.123+01:00"`,
		`{"format": "time"}`:          `"10:00:00Z"`,
		`{"format": "hostname"}`:      `"www.example.com"`,
		`{"format": "uri"}`:           `"https://example.com:80/a%20b?q=%31#f"`,
		`{"format": "uri-reference"}`: `"../a%20b"`,
		`{"format": "iri"}`:           `"mailto:a@example.com"`,
		`{"multipleOf": 0.01}`:        `1234567890123456789012345.67`,
		`{"multipleOf": 7}`:           `7e1000`,
		`{"pattern": "^(?!a).*z$"}`:   `"z"`,
	} {
		s, err := (&Compiler{AssertFormat: true}).Compile("s.json", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(document)
		if accepted, _ := s.program.Accepts(text); !accepted {
			t.Errorf("%s does not accept %s", schema, document)
		}
		if n := allocations(s, text); n > 0 {
			t.Errorf("%s: %s: %v allocations", schema, document, n)
		}
	}
}

// allocations returns the number of allocations for a document. A garbage collection may empty the
// pools of memory, and so does the race detector at times, so the smallest of several counts is taken.
func allocations(s *Schema, document []byte) (n float64) {
	for range 20 {
		if n = testing.AllocsPerRun(1, func() { s.program.Accepts(document) }); n == 0 {
			break
		}
	}
	return n
}
