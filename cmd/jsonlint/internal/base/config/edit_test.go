package config

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// A schema is added to a settings file, and everything else stays as it is.
func TestSetSchemas(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"empty", `{}`, "{\n  \"schemas\": {\n    \"*.x\": \"s\"\n  }\n}"},
		{"empty with lines", "{\n}\n", "{\n  \"schemas\": {\n    \"*.x\": \"s\"\n  }\n}\n"},
		{"no schemas", "{\n    \"maxDepth\": 5 // five\n    // end\n}\n", "{\n    \"maxDepth\": 5, // five\n    // end\n    \"schemas\": {\n        \"*.x\": \"s\"\n    }\n}\n"},
		{"one line", `{"maxDepth": 5}`, "{\"maxDepth\": 5, \"schemas\": {\n    \"*.x\": \"s\"\n  }}"},
		{"tabs", "{\n\t\"schemas\": {}\n}\n", "{\n\t\"schemas\": {\n\t\t\"*.x\": \"s\"\n\t}\n}\n"},
		{"crlf", "{\r\n  \"schemas\": {\r\n    \"a\": \"b\"\r\n  }\r\n}\r\n", "{\r\n  \"schemas\": {\r\n    \"a\": \"b\",\r\n    \"*.x\": \"s\"\r\n  }\r\n}\r\n"},
		{"trailing comma", "{\n  \"schemas\": {\n    \"a\": \"b\", // b, c\n  },\n}\n", "{\n  \"schemas\": {\n    \"a\": \"b\", // b, c\n    \"*.x\": \"s\",\n  },\n}\n"},
		{"comma in a comment", "{\n  \"schemas\": {\n    \"a\": \"b\" /* , */\n  }\n}\n", "{\n  \"schemas\": {\n    \"a\": \"b\", /* , */\n    \"*.x\": \"s\"\n  }\n}\n"},
		{"members in one line", "{\n  \"schemas\": {\"a\": \"b\"}, // c\n  \"maxDepth\": 5\n}\n", "{\n  \"schemas\": {\"a\": \"b\", \"*.x\": \"s\"}, // c\n  \"maxDepth\": 5\n}\n"},
		{"members in one line with a comma", `{"schemas": {"a": "b",},}`, `{"schemas": {"a": "b", "*.x": "s",},}`},
		{"comment only", "{\n  \"schemas\": {\n    // none\n  }\n}\n", "{\n  \"schemas\": {\n    // none\n    \"*.x\": \"s\"\n  }\n}\n"},
		{"comment in one line", `{"schemas": {/* none */}}`, "{\"schemas\": {/* none */\n  \"*.x\": \"s\"\n}}"},
		{"replaced", "{\n  \"schemas\": {\"*.x\" : \"old\" /* o */, \"b\": \"c\"}\n}\n", "{\n  \"schemas\": {\"*.x\" : \"s\" /* o */, \"b\": \"c\"}\n}\n"},
		{"last on the line of the brace", "{\n  \"schemas\": {\n    \"a\": \"b\"}\n}\n", "{\n  \"schemas\": {\n    \"a\": \"b\",\n    \"*.x\": \"s\"\n  }\n}\n"},
		{"byte order", "{\n  \"schemas\": {\n    \"a\": \"b\"} }", "{\n  \"schemas\": {\n    \"a\": \"b\",\n    \"*.x\": \"s\"\n  } }"},
	} {
		got, err := SetSchemas("x", []byte(c.src), []Use{{Pattern: "*.x", Schema: "s"}})
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", c.name, err, got, c.want)
			continue
		}
		parsed, err := Parse("x", got)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		uses := parsed.Uses()
		if !strings.HasSuffix(parsed.For("a.x").Schema, "s") || len(uses) == 0 {
			t.Errorf("%s: %v", c.name, uses)
		}
		again, err := SetSchemas("x", got, []Use{{Pattern: "*.x", Schema: "s"}})
		if err != nil || string(again) != string(got) {
			t.Errorf("%s: added twice: %v\n%s", c.name, err, again)
		}
	}
}

// Names are quoted, and invalid settings are not changed.
func TestSetSchemasQuotes(t *testing.T) {
	use := Use{Pattern: `[\]"é` + "\t", Schema: `https://x/é?"`}
	got, err := SetSchemas("x", []byte(`{}`), []Use{use})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse("x", got)
	if err != nil || len(c.Uses()) != 1 || c.Uses()[0].Pattern != use.Pattern || c.Uses()[0].Schema != use.Schema {
		t.Errorf("%v %v", err, c.Uses())
	}
	for _, bad := range []string{``, `[]`, `{"schemas": 1}`, `{"schemas": {}`, `{"x": 1}`} {
		if _, err := SetSchemas("x", []byte(bad), []Use{use}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// A lock file that Encode has written is read back, and others are errors with positions.
func TestLock(t *testing.T) {
	l := &Lock{Schemas: map[string]Copy{"https://x/<a>&": {File: ".jsonlint/schemas/x/a.json", Date: "2026-01-02", SHA256: "00", Added: true}}}
	text, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseLock("l", text)
	if err != nil {
		t.Fatal(err)
	}
	c := got.Schemas["https://x/<a>&"]
	if want := int64(strings.Index(string(text), `"https`)); c.Offset != want {
		t.Errorf("offset %d, want %d", c.Offset, want)
	}
	if c.Offset = 0; c != l.Schemas["https://x/<a>&"] {
		t.Errorf("%+v", c)
	}
	for text, want := range map[string]string{
		`[]`:                                   "l:1:1: expected an object, found an array",
		"{\n<<<<<<< HEAD":                      "l:2:1: ",
		`{"version": 2}`:                       "l:1:13: a newer version",
		`{"schemas": []}`:                      "l:1:13: expected an object",
		`{"schemas": {"u": 1}}`:                "l:1:19: expected an object",
		`{"schemas": {"u": {"file": 1}}}`:      "l:1:28: expected a string",
		`{"schemas": {"u": {"file": "../x"}}}`: `l:1:19: "file" must be the path of a file in .jsonlint/schemas`,
		`{"schemas": {"u": {"file": ".jsonlint/../../x"}}}`:                 `l:1:19: "file" must be the path of a file in .jsonlint/schemas`,
		`{"schemas": {"u": {"file": ".jsonlint/schemas/../../main.go"}}}`:   `l:1:19: "file" must be`,
		`{"schemas": {"u": {"file": ".jsonlint/schemas/..\\..\\main.go"}}}`: `l:1:19: "file" must be`,
		`{"schemas": {"u": {"file": ".jsonlint/schemas/a.json:b"}}}`:        `l:1:19: "file" must be`,
		`{"schemas": {"u": {"file": ".jsonlint/schemas.lock.json"}}}`:       `l:1:19: "file" must be`,
	} {
		if _, err := ParseLock("l", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Whatever the layout of a valid settings file, it is valid afterwards, and only "schemas" differs.
func FuzzSetSchemas(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{`{}`, `{"schemas": {"a": "b"}}`, "{\n  \"schemas\": {\n // c\n\"a\": \"b\",\n},}\r\n", `{"maxDepth": 5, /* , */ "schemas": {/*}*/}}`} {
		f.Add(seed, "*.x", "s")
	}
	f.Fuzz(func(t *testing.T, src, pattern, schema string) {
		before, err := Parse("x", []byte(src))
		if err != nil || !utf8.ValidString(pattern) || !utf8.ValidString(schema) || isURL(pattern) {
			return
		}
		text, err := SetSchemas("x", []byte(src), []Use{{Pattern: pattern, Schema: schema}})
		if text, bad := regular.Text([]byte(src)); bad != nil || !strings.HasSuffix(src, string(text)) {
			return // not in UTF-8
		}
		if err != nil {
			t.Fatal(err)
		}
		after, err := Parse("x", text)
		if err != nil {
			t.Fatalf("%v\n%q\n%q", err, src, text)
		}
		want := map[string]string{pattern: schema}
		for _, s := range before.own().base.schemas {
			if s.pattern != pattern {
				want[s.pattern] = s.path
			}
		}
		got := map[string]string{}
		for _, s := range after.own().base.schemas {
			got[s.pattern] = s.path
		}
		if !maps.Equal(got, want) || !maps.Equal(before.Given(), after.Given()) || len(before.own().overrides) != len(after.own().overrides) {
			t.Fatalf("%q becomes %q", src, text)
		}
	})
}
