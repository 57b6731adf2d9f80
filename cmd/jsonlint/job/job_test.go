package job

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// write writes files into a new folder, which becomes the working directory.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Files have settings in common if these are equal, and schemas have all texts to which they refer.
func TestFind(t *testing.T) {
	write(t, map[string]string{
		"a/1.ndjson": "", "a/2.ndjson": "", "b/3.ndjson": "", "b/4.txt": "",
		"s/root.json":  `{"$ref": "part.json"}`,
		"s/part.json":  `{"$ref": "https://example.com/c.json"}`,
		"s/copy.json":  `{"type": "object"}`,
		"s/other.json": `{}`,
		".jsonlintrc.json": `{"schemas": {"a/*": "s/root.json", "b/*": "https://example.com/c.json", "https://example.com/c.json": "s/copy.json"},
			"overrides": [{"files": ["b/*"], "rules": {"key-order": "error"}}]}`,
	})
	j, err := new(Program).Parse([]string{"--warn", "bom", "--fail-on", "none", "--records", "any"})
	if err != nil {
		t.Fatal(err)
	}
	if j.FailOn <= lint.Error || j.OnlyObjects {
		t.Errorf("%v, %t", j.FailOn, j.OnlyObjects)
	}
	files, settings, err := j.Find([]string{"a", "b/*"}, "hdfs://x/5.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	if want := []File{{filepath.Join("a", "1.ndjson"), 0}, {filepath.Join("a", "2.ndjson"), 0}, {filepath.Join("b", "3.ndjson"), 1}, {filepath.Join("b", "4.txt"), 1}, {"hdfs://x/5.ndjson", 2}}; !slices.Equal(files, want) {
		t.Errorf("%v, want %v", files, want)
	}
	if len(settings) != 3 {
		t.Fatalf("%+v", settings)
	}
	for i, want := range []string{"root.json copy.json part.json root.json", "https://example.com/c.json ", ""} {
		s := &settings[i]
		if s.Severities["bom"] != lint.Warning || (s.Severities["key-order"] == lint.Error) != (i == 1) {
			t.Errorf("%d: %v", i, s.Severities)
		}
		if got := describe(s.Schema); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

// describe returns the name of a schema, and then those of its files.
func describe(s *shards.Schema) string {
	if s == nil {
		return ""
	}
	var names []string
	for name := range s.Files {
		names = append(names, filepath.Base(name))
	}
	slices.Sort(names)
	name := s.Name
	if len(s.Resources[name]) == 0 {
		name = filepath.Base(name)
	}
	return name + " " + strings.Join(names, " ")
}

func TestBadUsage(t *testing.T) {
	write(t, map[string]string{"a.ndjson": "", "s.json": `{"type": 1}`})
	p := &Program{Name: "prog", Groups: []Group{{"Own", []Flag{{Name: "input", Arg: "GLOB", Set: Name(new(string))}}}}, Hidden: []Flag{{Name: "endpoint", Arg: "E", Set: Name(new(string))}}}
	for _, c := range []struct{ args, want string }{
		{"--endpont x", "unknown flag: --endpont; did you mean --endpoint? (see prog --help)"},
		{"--input=", "--input: the file name is empty"},
		{"a.ndjson", `unexpected argument "a.ndjson"; name files by --input, with globs in quotes`},
		{"--schema -", "--schema - cannot be used; name a file"},
		{"--schema s.json --no-schema", "--schema and --no-schema cannot be combined"},
		{"--schema s.json", "schema s.json:1:10: "},
		{"--schema none.json", "schema none.json: "},
		{"--config none.json", "--config none.json: "},
	} {
		j, err := p.Parse(strings.Fields(c.args))
		if err == nil {
			_, _, err = j.Find([]string{"a.ndjson"})
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
	}
}
