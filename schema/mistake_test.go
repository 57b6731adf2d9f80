package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// The error for a schema with several mistakes is always the same, although the engine ends at any one of them.
func TestSeveralMistakesInSchemas(t *testing.T) {
	files := fstest.MapFS{
		"good.json":   {Data: []byte(`{"$defs":{"a":{"type":"string"}}}`)},
		"broken.json": {Data: []byte(`{"$defs":{"a":{}}`)},
		"wrong.json":  {Data: []byte(`{"$defs":{"a":{"type":"x"},"b":{"minimum":"1"}}}`)},
		"refers.json": {Data: []byte(`{"$defs":{"a":{"$ref":"#/no"},"b":{"$ref":"#nor"},"c":{"$ref":"http://example.com/c"}}}`)},
	}
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"m%d":{"$ref":"#/%d"},`, i, i)
		}
		return `{"properties":{` + b.String() + `"z":true}}`
	}
	for _, c := range []struct {
		schema, name string
		want         []string // the findings
		notGiven     bool
	}{
		{`{"properties":{"a":{"$ref":"#/x"},"b":{"$ref":"#/y"},"c":{"$ref":"#z"},"d":{"$ref":"none.json"},"e":{"$ref":"good.json#/$defs/b"}}}`, "s.json", []string{
			"1:28: refers to s.json#/x, which does not exist", "1:47: refers to s.json#/y, which does not exist", "1:66: refers to s.json#z, which does not exist",
			"1:84: refers to none.json, which cannot be read: file does not exist", "1:109: refers to good.json#/$defs/b, which does not exist",
		}, false},
		{`{"properties":{"b":{"$ref":"http://example.com/b"},"a":{"$ref":"http://example.com/a"}}}`, "s.json", []string{
			"1:28: refers to http://example.com/b, which cannot be read: no schema was provided for this URL, and none is downloaded", "1:64: refers to http://example.com/a, which cannot be read: no schema was provided for this URL, and none is downloaded",
		}, true},
		{`{"properties":{"b":{"$ref":"http://example.com/b"},"a":{"$ref":"#/a"}}}`, "s.json", []string{"1:64: refers to s.json#/a, which does not exist"}, false},
		{`{"properties":{"a":{"$ref":"wrong.json#/$defs/a"},"b":{"$ref":"refers.json#/$defs/b"},"c":{"$ref":"broken.json#/$defs/a"},"d":{"$ref":"#/no"}}}`, "s.json", []string{"1:135: refers to s.json#/no, which does not exist"}, false},
		{`{"properties":{"a":{"$ref":"wrong.json#/$defs/a"},"b":{"$ref":"refers.json#/$defs/b"},"c":{"$ref":"broken.json#/$defs/a"}}}`, "broken.json", []string{"1:18: unexpected end of input, expected ',' or '}'"}, false},
		{`{"properties":{"a":{"$ref":"wrong.json#/$defs/a"},"b":{"$ref":"wrong.json#/$defs/b"},"c":{"$ref":"http://example.com/b"}}}`, "wrong.json", []string{`1:23: must be "array"`, "1:43: must be a number"}, false},
		{`{"properties":{"c":{"$ref":"refers.json#/$defs/c"},"a":{"$ref":"refers.json#/$defs/a"},"b":{"$ref":"refers.json#/$defs/b"}}}`, "refers.json", []string{"1:23: refers to refers.json#/no", "1:43: refers to refers.json#nor"}, false},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/x","definitions":{"x":{"$ref":"#/definitions/y","properties":{"a":{"$ref":"#/hidden"}}}},"properties":{"b":{"$ref":"#/hidden"}}}`, "s.json", []string{"1:61: refers to s.json#/x, which does not exist"}, false},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"patternProperties":{"(":{},"[":{}}},"b":{"patternProperties":{")":{}}}}}`, "s.json", []string{"1:94: the name must be a regular", "1:101: the name must be a regular", "1:136: the name must be a regular"}, false},
		{`{"type":5,"properties":{"a":{"$ref":"#/x"},"b":{"$ref":"#/y"}}}`, "s.json", []string{"1:9: must be"}, false},
		{many(101), "s.json", []string{"1:1: has too many errors to list them"}, false},
	} {
		runs := 8
		if len(c.schema) > 1000 {
			runs = 2
		}
		for range runs {
			_, err := (&Compiler{Files: files}).Compile("s.json", []byte(c.schema))
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%s: %v", c.schema, err)
			}
			ok := e.Name == c.name && len(e.Findings) == len(c.want) && errors.Is(err, ErrNotGiven) == c.notGiven
			var got []string
			for i, f := range e.Findings {
				got = append(got, fmt.Sprintf("%d:%d: %s", f.Position.Line, f.Position.Rune, f.Message))
				ok = ok && strings.HasPrefix(got[i], c.want[i])
			}
			if !ok {
				t.Errorf("%.200s: %s: %q, want %s: %q; not given: %v", c.schema, e.Name, got, c.name, c.want, errors.Is(err, ErrNotGiven))
				break
			}
		}
	}
}

// The findings in a document are always the same, although the engine applies the schemas of members in no particular order.
func TestFindingsInTheSameOrder(t *testing.T) {
	const document = `{"kind":"z","a":1,"b":"x","c-d":{"a":5,"e":[1,1]},"size":-1,"unknown":null,"other":null}`
	for _, schema := range []string{
		`{"additionalProperties":false}`,
		`{"unevaluatedProperties":false,"properties":{"a":true}}`,
		`{"additionalProperties":{"type":"boolean"}}`,
		`{"propertyNames":{"maxLength":1,"pattern":"^b"}}`,
		`{"dependentRequired":{"a":["x","y"],"b":["x"],"kind":["z"]},"dependentSchemas":{"b":{"required":["x"]},"a":{"required":["x"]}}}`,
		`{"patternProperties":{"^a":{"type":"string"},"a$":{"minimum":2},".":{"type":"boolean"},"[ab]":{"const":3}}}`,
		`{"oneOf":[{"properties":{"a":{"enum":[2,3]}}},{"patternProperties":{"^a":{"enum":[4]},"a":{"enum":[5]},"a$":{"enum":[6]},"[a]":{"enum":[7]}}}]}`,
		`{"anyOf":[{"properties":{"a":{"const":2},"kind":{"const":"y"},"b":{"const":"y"}}},{"properties":{"a":{"const":3},"b":{"const":"z"},"kind":{"const":"x"}}}]}`,
		`{"properties":{"c-d":{"properties":{"e":{"uniqueItems":true}}}}}`,
		`{"anyOf":[{"required":["p"]},{"required":["q"]},{"properties":{"a":{"type":"string"},"b":{"type":"number"}}}]}`,
	} {
		s, err := Compile("", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		first := ""
		for range 20 {
			found, err := s.Check([]byte(document))
			if err != nil || len(found) == 0 {
				t.Fatalf("%s: %v, %v", schema, found, err)
			}
			text, _ := json.Marshal(found) // pointers as what they point to
			if first = cmp.Or(first, string(text)); string(text) != first {
				t.Errorf("%s: %s and %s", schema, first, text)
				break
			}
		}
	}
}
