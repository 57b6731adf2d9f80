package command

import (
	"testing"

	"github.com/assayjson/assay/lint"
)

// The URLs by which schemas name their drafts are recognized, and misspelled URLs are not.
func TestIsMetaschema(t *testing.T) {
	for url, want := range map[string]bool{
		"http://json-schema.org/schema": true, "http://json-schema.org/draft-03/schema": true, "http://json-schema.org/draft-04/hyper-schema": true,
		"http://json-schema.org/draft-07/schema": true, "https://json-schema.org/draft-07/schema": true, "https://json-schema.org/draft/2019-09/schema": true,
		"https://json-schema.org/draft/2020-12/schema": true, "https://json-schema.org/draft/2020-12/meta/core": true,
		"https://json-schema.org/draft/2020-13/schema": false, "https://json-schema.org/draft/2020-12": false, "https://json-schema.org/draft/2020-12/shcema": false,
		"http://json-schema.org/draft-08/schema": false, "http://json-schema.org/draft-7/schema": false, "http://json-schema.org/draft7/schema": false,
		"htps://json-schema.org/draft-07/schema": false, "://json-schema.org/schema": false, "https://json-schema.com/draft-07/schema": false,
		"https://example.com/://json-schema.org/schema": false,
	} {
		if got := IsMetaschema(url); got != want {
			t.Errorf("%s: %t", url, got)
		}
	}
}

func TestSchemaIn(t *testing.T) {
	checker := &schemaReader{base: base{Std: Stdio{Schemas: engine}}}
	for _, c := range []struct {
		dialect lint.Dialect
		text    string
		want    string
	}{
		{lint.JSON, `{"a": [1], "$schema": "s.json", `, "s.json"},
		{lint.JSON, `{"a": {"$schema": "s.json"}}`, ""},
		{lint.JSON, `{/**/ "$schema": "s.json"}`, ""},
		{lint.JSONC, `{/**/ "$schema": "s.json"}`, "s.json"},
		{lint.JWCC, "// x\n{\"$schema\": \"s.json\", }", "s.json"},
		{lint.JSON5, `{$schema: 's.json'}`, "s.json"},
		{lint.NDJSON, `{"$schema": "s.json"}`, ""},
		{lint.JSON, `{"$schema": 1}`, ""},
		{lint.JSON, `["$schema"]`, ""},
	} {
		if got, _, _, ok := checker.SchemaIn([]byte(c.text), c.dialect); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%v %s: %q, %v; want %q", c.dialect, c.text, got, ok, c.want)
		}
	}
}
