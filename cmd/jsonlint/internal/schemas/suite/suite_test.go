package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
)

// Documents are found up to two folders above the schema, by its short name and by its long one.
func TestFind(t *testing.T) {
	top := t.TempDir()
	for _, name := range []string{
		"test/a/1.json", "x/test/a.schema/2.json", "x/y/z/negative_test/a/3.json", "x/y/z/a.tests.json", "x/y/z/a.schema.tests.json",
		"x/y/negative_test/a/b/c/4.json5", "x/y/test/a/5.ndjson", "x/y/test/a/.git/6.json", "x/y/test/b/7.json",
	} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("1"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Find(filepath.Join(top, "x", "y", "z", "a.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	short := func(paths []string) string {
		for i, path := range paths {
			rel, _ := filepath.Rel(top, path)
			paths[i] = filepath.ToSlash(rel)
		}
		return strings.Join(paths, " ")
	}
	got := fmt.Sprintf("%s; %s; %s; %s", short(d.Valid), short(d.Invalid), short(d.Cases), short(d.Others))
	const want = "x/test/a.schema/2.json; x/y/z/negative_test/a/3.json x/y/negative_test/a/b/c/4.json5; x/y/z/a.tests.json x/y/z/a.schema.tests.json; x/y/test/a/5.ndjson"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestUntested(t *testing.T) {
	for want, others := range map[string][]string{
		"": nil,
		"1 file is not JSON and was not tested (1 LICENSE)":           {"a/LICENSE"},
		"3 files are not JSON and were not tested (1 .toml, 2 .yaml)": {"b.yaml", "c.toml", "a.yaml"},
	} {
		if got := Untested(others); got != want {
			t.Errorf("%v: got %q, want %q", others, got, want)
		}
	}
}

// A document that is nested too deeply, that has a number that is too long, or whose check takes too many steps does not test a schema, and
// the coverage counts those that are too complex.
func TestComplexDocuments(t *testing.T) {
	c := schema.Compiler{MaxSteps: 100}
	s, err := c.Compile("s.json", []byte(`{"type": "string", "items": {"oneOf": [{"minimum": 1}, {"minimum": 2}, {"minimum": 3}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for text, want := range map[string]string{
		strings.Repeat("[", 200) + strings.Repeat("]", 200): "nested more than 128 levels deep",
		"1e99999":                               "must have at most 1000 bytes",
		"[1" + strings.Repeat(", 1", 200) + "]": "not checked against the schema: ",
		"{}":                                    "",
	} {
		path := filepath.Join(folder, "a.json")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r := Runner{Schema: s, Dialect: func(string) (lint.Dialect, error) { return lint.JSON, nil }}
		tests, err := r.Run(Documents{Invalid: []string{path}})
		if err != nil || len(tests) != 1 {
			t.Fatal(err)
		}
		got := ""
		for _, f := range tests[0].Failures {
			got += f.Message
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%.20s: got %q, want %q", text, got, want)
		}
	}
}

func TestUncovered(t *testing.T) {
	c := schema.Compiler{MaxSteps: 3000}
	s, err := c.Compile("s.json", []byte(`{"items": {"type": "integer"}}`))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(path, []byte("[1"+strings.Repeat(", 1", 300)+"]"), 0o666); err != nil {
		t.Fatal(err)
	}
	r := Runner{Schema: s, Dialect: func(string) (lint.Dialect, error) { return lint.JSON, nil }, Coverage: new(contract.Coverage)}
	tests, err := r.Run(Documents{Valid: []string{path}})
	if err != nil || len(tests[0].Failures) > 0 || r.Uncovered != 1 || len(r.Coverage.Parts) == 0 {
		t.Errorf("%+v, %v, %+v", tests, err, r)
	}
	g := Gaps{Keywords: 3, Rejecting: 2, Uncovered: 1}
	const want = "coverage: 2 of 3 keywords have rejected a value (66 %); not completely for 1 document that is too complex"
	if got := g.Text(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The places of gaps are found in a schema with a byte order mark and comments, and in names with escapes.
func TestGapsOf(t *testing.T) {
	folder := t.TempDir()
	const text = "\uFEFF// é\n{\"properties\": {\"a/b %~é\": /* é */ {\"minimum\": 1}},}"
	path := filepath.Join(folder, "s.json")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := schema.Compile("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var c contract.Coverage
	if err := s.Cover([]byte(`{"a/b %~é": 1}`), &c); err != nil {
		t.Fatal(err)
	}
	g, err := GapsOf(&c, func(name string) string { return filepath.Join(folder, name) })
	if err != nil || len(g.List) != 1 {
		t.Fatalf("%+v, %v", g, err)
	}
	f := g.List[0]
	if got := text[f.Offset : f.Offset+f.Length]; got != "1" || f.Start.Line != 2 || f.Start.Rune != 48 || f.Message != `"minimum" has rejected no value (/properties/a~1b %~0é/minimum)` {
		t.Errorf("%s at %d:%d: %s", got, f.Start.Line, f.Start.Rune, f.Message)
	}
}
