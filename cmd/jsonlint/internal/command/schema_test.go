package command

import (
	"testing"

	"github.com/assayjson/assay/lint"
)

func TestSchemaIn(t *testing.T) {
	checker := &checker{std: stdio{schemas: engine}}
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
		if got, _, _, ok := checker.schemaIn([]byte(c.text), c.dialect); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%v %s: %q, %v; want %q", c.dialect, c.text, got, ok, c.want)
		}
	}
}
