package subschema

import (
	"errors"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
)

func TestDeprecated(t *testing.T) {
	files := map[string]string{
		"file:///far.json":  `{"$defs": {"x": {"deprecated": true, "deprecationMessage": "use y"}}}`,
		"file:///near.json": `{"properties": {"far": {"$ref": "far.json#/$defs/x"}}}`,
	}
	for _, c := range []struct{ schema, doc, want string }{
		{`{"deprecated": true}`, `1`, `""`},
		{`{"deprecated": false}`, `1`, ``},
		{`{"properties": {"a": {"deprecated": true}, "b": {}}}`, `{"a": 1, "b": 2}`, `"a" /a`},
		{`{"properties": {"a": {"deprecated": "true"}}}`, `{"a": 1}`, ``},
		{`{"properties": {"deprecated": {"type": "boolean"}}}`, `{"deprecated": true}`, ``},
		{`{"patternProperties": {"^x-": {"deprecated": true}}}`, `{"x-a": 1, "y": 2}`, `"x-a" /x-a`},
		{`{"properties": {"a": {}}, "additionalProperties": {"deprecated": true}}`, `{"a": 1, "b": 2}`, `"b" /b`},
		{`{"items": {"deprecated": true}}`, `[1, 2]`, `/0 /1`},
		{`{"prefixItems": [{}, {"deprecated": true}]}`, `[1, 2, 3]`, `/1`},
		{`{"allOf": [{"properties": {"a": {"$ref": "#/$defs/old"}}}], "$defs": {"old": {"deprecated": true}}}`, `{"a": {"a": 1}}`, `"a" /a`},
		{`{"properties": {"near": {"$ref": "near.json"}}}`, `{"near": {"far": 1}}`, `"far" /near/far (use y)`},
		{`{"properties": {"near": {"$ref": "missing.json"}}}`, `{"near": {"far": 1}}`, ``},
		// Alternatives: those that another member decides.
		{`{"oneOf": [{"properties": {"t": {"const": "x"}, "a": {"deprecated": true}}}, {"properties": {"t": {"const": "y"}, "a": {}}}]}`, `{"t": "x", "a": 1}`, `"a" /a`},
		{`{"oneOf": [{"properties": {"t": {"const": "x"}, "a": {"deprecated": true}}}, {"properties": {"t": {"const": "y"}, "a": {}}}]}`, `{"t": "y", "a": 1}`, ``},
		{`{"anyOf": [{"type": "string", "deprecated": true}, {"type": "number"}]}`, `1`, ``},
		{`{"if": {"properties": {"t": {"const": 1}}, "required": ["t"]}, "then": {"properties": {"a": {"deprecated": true}}}, "else": {"properties": {"b": {"deprecated": true}}}}`, `{"t": 1, "a": 1, "b": 1}`, `"a" /a`},
		{`{"if": {"minProperties": 2}, "then": {"deprecated": true}}`, `{"a": 1}`, ``},
		{`{"not": {"deprecated": true}, "contains": {"deprecated": true}}`, `[1]`, ``},
		{`{"dependentSchemas": {"a": {"properties": {"b": {"deprecated": true}}}}}`, `{"a": 1, "b": 1}`, `"b" /b`},
		{`{"$ref": "#"}`, `1`, ``},
		{`{"properties": {"a": {"$ref": "#"}}, "deprecated": true}`, `{"a": {"a": {}}}`, `"" "a" /a "a" /a/a`},
	} {
		set, err := New("file:///main.json", []byte(c.schema), func(uri string) ([]byte, error) {
			if text, ok := files[uri]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("there is no such file")
		})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := document.Parse([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a Set can be used again
			var got []string
			for _, d := range set.Deprecated(doc.Root(), 100) {
				if d.Name.Exists() {
					got = append(got, string(d.Name.Raw()))
				}
				if p := d.Value.Pointer(); p != "" {
					got = append(got, p)
				} else {
					got = append(got, `""`)
				}
				if d.Reason != "" {
					got = append(got, "("+d.Reason+")")
				}
			}
			if all := strings.Join(got, " "); all != c.want {
				t.Errorf("%s %s: %s, want %s", c.schema, c.doc, all, c.want)
			}
		}
	}
}

// A hostile schema, and documents with many values, take bounded time and memory.
func TestDeprecatedIsBounded(t *testing.T) {
	defer func(n int) { mostWalked = n }(mostWalked)
	mostWalked = 20_000
	set, err := New("file:///a.json", []byte(`{"deprecated": true, "items": {"$ref": "#"}, "allOf": [`+strings.Repeat(`{"items": {"$ref": "#"}},`, 100)+`{}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document.Parse([]byte(strings.Repeat("[", 100) + strings.Repeat("1,", 5_000) + "1" + strings.Repeat("]", 100)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(set.Deprecated(doc.Root(), 50)); n != 50 {
		t.Errorf("%d values", n)
	}
	if n := len(set.Deprecated(doc.Root(), 1_000_000)); n < 50 || set.steps > 0 {
		t.Errorf("%d values, %d steps left", n, set.steps)
	}
}
