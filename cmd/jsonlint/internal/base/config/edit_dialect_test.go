package config

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
)

func TestSetDialect(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"{}\n", "{\n  \"overrides\": [\n    {\"files\": [\"/a\"], \"dialect\": \"json5\"}\n  ]\n}\n"},
		{"{\n\t\"root\": true, // c\n}\n", "{\n\t\"root\": true, // c\n\t\"overrides\": [\n\t\t{\"files\": [\"/a\"], \"dialect\": \"json5\"}\n\t],\n}\n"},
		{`{"overrides": []}`, "{\"overrides\": [\n  {\"files\": [\"/a\"], \"dialect\": \"json5\"}\n]}"},
		{`{"overrides": [{"files": ["b"]}]}`, `{"overrides": [{"files": ["b"]}, {"files": ["/a"], "dialect": "json5"}]}`},
		{"{\n  \"overrides\": [\n    {\"files\": [\"b\"]}, // c\n  ],\n}", "{\n  \"overrides\": [\n    {\"files\": [\"b\"]}, // c\n    {\"files\": [\"/a\"], \"dialect\": \"json5\"},\n  ],\n}"},
		{`{"overrides": [{"files": ["/a"], "dialect": "jsonc"}]}`, `{"overrides": [{"files": ["/a"], "dialect": "json5"}]}`},
		{`{"overrides": [{"files": ["/a"], "dialect": "jsonc"}, {"files": ["*"]}]}`, `{"overrides": [{"files": ["/a"], "dialect": "jsonc"}, {"files": ["*"]}, {"files": ["/a"], "dialect": "json5"}]}`},
		{`{"overrides": [{"files": ["/a"], "maxDepth": 3}]}`, `{"overrides": [{"files": ["/a"], "maxDepth": 3}, {"files": ["/a"], "dialect": "json5"}]}`},
	} {
		got, err := SetDialect("x", []byte(c.src), "/a", lint.JSON5)
		if string(got) != c.want || err != nil {
			t.Errorf("%s:\n%q, %v, want\n%q", c.src, got, err, c.want)
		}
	}
	for _, bad := range []string{``, `[]`, `{"overrides": 1}`, `{"overrides": [{}]}`, `{"x": 1}`} {
		if _, err := SetDialect("x", []byte(bad), "a", lint.JSONC); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// Whatever the layout of a valid settings file, it is valid afterwards, and the file has the dialect.
func FuzzSetDialect(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{`{}`, `{"overrides": [{"files": ["*.json"], "dialect": "jsonc"},]}`, "{\n  \"overrides\": [\n // c\n{\"files\": [\"/f.json\"], /*]*/ \"dialect\": \"jsonc\"},\n],}\r\n", `{"maxDepth": 5, /* , */ "overrides": [/*]*/]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		before, err := Parse("/x", []byte(src))
		if err != nil || !utf8.ValidString(src) {
			return
		}
		text, err := SetDialect("/x", []byte(src), "/f.json", lint.JSON5)
		if text, bad := regular.Text([]byte(src)); bad != nil || !strings.HasSuffix(src, string(text)) {
			return // not in UTF-8
		}
		if err != nil {
			t.Fatal(err)
		}
		after, err := Parse("/x", text)
		if err != nil {
			t.Fatalf("%v\n%q\n%q", err, src, text)
		}
		if n := len(after.own().overrides) - len(before.own().overrides); n < 0 || n > 1 {
			t.Fatalf("%q becomes %q", src, text)
		}
		if s := after.For("/f.json"); s.Dialect == nil || *s.Dialect != lint.JSON5 || !s.Certain {
			t.Fatalf("%q becomes %q, in which the dialect is not json5", src, text)
		}
	})
}
