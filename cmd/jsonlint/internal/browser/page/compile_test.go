package page

import (
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

func TestCompile(t *testing.T) {
	for _, c := range []struct {
		schema string
		want   SchemaError
	}{
		{`{"type": "object"}`, SchemaError{}},
		{"{\n \"type\": \"strin\"}", SchemaError{2, 10, `must be "array", "boolean", "integer", "null", "number", "object", "string" or an array, but is "strin"; did you mean "string"?`}},
		{`{"type": "object",,}`, SchemaError{1, 19, "unexpected ',', expected a name in double quotes; remove the extra comma"}},
		{`{"$ref": "https://example.com/a.json"}`, SchemaError{1, 10, ""}},
	} {
		got, err := Compile(schemas.Engine{}, []byte(c.schema))
		switch {
		case err != nil:
			t.Error(err)
		case c.want == SchemaError{}:
			if got != nil {
				t.Errorf("%s: %+v", c.schema, got)
			}
		case got == nil || got.Line != c.want.Line || got.Column != c.want.Column || c.want.Message != "" && got.Message != c.want.Message:
			t.Errorf("%s: %+v, want %+v", c.schema, got, c.want)
		}
	}
}
