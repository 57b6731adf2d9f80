package main

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
)

func TestSchemaIn(t *testing.T) {
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
		if got, ok := schemaIn([]byte(c.text), c.dialect); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%v %s: %q, %v; want %q", c.dialect, c.text, got, ok, c.want)
		}
	}
}

// A document that is nested too deeply for schemas has that as its finding.
func TestSchemaOfDeepDocument(t *testing.T) {
	s, err := schema.Compile("s.json", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	deep := schema.DefaultMaxDepth + 1
	found := documentSchema{s}.Check([]byte(strings.Repeat("[", deep) + strings.Repeat("]", deep)))
	if len(found) != 1 || found[0].Offset != schema.DefaultMaxDepth || !strings.Contains(found[0].Message, "has not been asked: nested more than 128 levels deep") {
		t.Errorf("%+v", found)
	}
}
