package schema

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assayjson/assay/tokenizer"
)

// describeCoverage lists the parts of a coverage: + for what has accepted a value, - for what has rejected one.
func describeCoverage(c *Coverage) string {
	var b strings.Builder
	for _, p := range c.Parts {
		signs := ""
		if p.Accepted {
			signs += "+"
		}
		if p.Rejected {
			signs += "-"
		}
		fmt.Fprintf(&b, "%s%d %s\n", strings.TrimPrefix(p.Location, "s.json"), p.Role, signs)
	}
	return b.String()
}

func TestCoverage(t *testing.T) {
	for _, c := range []struct{ name, schema, documents, want string }{
		{"no document", `{"type": "string"}`, "", ""},
		{"keywords", `{"type": "object", "required": ["a"], "properties": {"a": {"minimum": 1, "maxLength": 2}, "b": false}, "additionalProperties": false}`,
			`{"a": 1} {"a": "x"} {"a": 0, "c": 1}`, `
#2 +-
#/additionalProperties1 +-
#/properties/a2 +-
#/properties/a/maxLength1 +
#/properties/a/minimum1 +-
#/properties/b2 
#/required1 +
#/type1 +
`},
		{"keywords after others", `{"type": "string", "enum": ["a", "b"], "minLength": 1}`, `1 "c"`, `
#2 -
#/enum1 -
#/minLength1 
#/type1 +-
`},
		{"alternatives", `{"anyOf": [{"type": "string"}, {"const": "a"}, {"type": "null"}], "oneOf": [true, {"minLength": 3}], "not": {"const": 0}}`,
			`"a"`, `
#2 +
#/anyOf/03 +
#/anyOf/0/type1 +
#/anyOf/13 +
#/anyOf/1/const1 +
#/anyOf/23 -
#/anyOf/2/type1 -
#/not3 -
#/not/const1 -
#/oneOf/03 +
#/oneOf/13 -
#/oneOf/1/minLength1 -
`},
		{"conditions", `{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 1}}`, `1 0`, `
#2 +-
#/else2 +-
#/else/minimum1 +-
#/if4 -
#/if/type1 -
#/then2 
#/then/minLength1 
`},
		{"references", `{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "integer"}, "b": {"type": "null"}}}`, `[1] []`, `
#2 +
#/$defs/a2 +
#/$defs/a/type1 +
#/items2 +
`},
		{"unevaluated and repeated", `{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": {"const": 1}, "items": {"uniqueItems": true}}`, `{"a": 2, "b": 2} [[1, 1]]`, `
#2 -
#/allOf/02 +
#/allOf/0/properties/a2 +
#/items2 -
#/items/uniqueItems1 -
#/unevaluatedProperties2 -
#/unevaluatedProperties/const1 -
`},
		{"dependencies", `{"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": ["b"], "c": {"maxProperties": 1}}}`, `{"a": 1, "c": 1}`, `
#2 -
#/dependencies1 -
#/dependencies/c2 -
#/dependencies/c/maxProperties1 -
`},
		{"recursion", `{"properties": {"a": {"$ref": "#"}}, "maxProperties": 1}`, `{"a": {"a": {"b": 1, "c": 1}}}`, `
#2 -
#/maxProperties1 +-
#/properties/a2 -
`},
	} {
		s := compile(t, c.schema)
		var coverage Coverage
		for d := range strings.FieldsFuncSeq(strings.NewReplacer("} ", "}\x00", "] ", "]\x00", "1 0", "1\x000", `1 "`, "1\x00\"").Replace(c.documents), func(r rune) bool { return r == 0 }) {
			if err := s.Cover([]byte(d), &coverage); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if got := describeCoverage(&coverage); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s (-want +got):\n%s", c.name, cmp.Diff(strings.TrimPrefix(c.want, "\n"), got))
		}
	}
}

func TestCoverFails(t *testing.T) {
	var c Coverage
	if err := new(Schema).Cover([]byte(`1`), &c); err == nil {
		t.Error("a Schema that has not been compiled covers a document")
	}
	s := compile(t, `{"items": {"type": "string"}}`)
	var bad *tokenizer.SyntaxError
	if err := s.Cover([]byte(`[`), &c); !errors.As(err, &bad) || c.Parts != nil {
		t.Errorf("%v, %v", err, c.Parts)
	}
	s, err := (&Compiler{MaxSteps: 50}).Compile("s.json", []byte(`{"items": {"type": "string"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Cover([]byte(`["", "", "", "", "", ""]`), &c); !errors.Is(err, ErrTooManySteps) || len(c.Parts) == 0 {
		t.Errorf("%v, %v", err, c.Parts)
	}
}

// Cover comes to the same verdict as Check, although it applies more of the schema.
func TestCoverAgreesWithCheck(t *testing.T) {
	for _, c := range allCases(t) {
		s, err := Compile("s.json", c.schema)
		if err != nil {
			continue
		}
		findings, err := s.Check(c.document)
		if err != nil {
			continue
		}
		var coverage Coverage
		if err := s.Cover(c.document, &coverage); err != nil {
			t.Fatal(err)
		}
		for _, p := range coverage.Parts {
			if p.Location == "s.json#" && p.Accepted && len(findings) > 0 && findings[0].Keyword != "" {
				t.Errorf("%s accepts %s", c.schema, c.document)
			}
			if p.Location == "s.json#" && p.Rejected && len(findings) == 0 {
				t.Errorf("%s rejects %s", c.schema, c.document)
			}
		}
	}
}
