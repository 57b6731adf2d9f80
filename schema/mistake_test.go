package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// The error for a schema with several mistakes is always the same.
func TestSeveralMistakesInSchemas(t *testing.T) {
	files := fstest.MapFS{
		"good.json":   {Data: []byte(`{"$defs":{"a":{"type":"string"}}}`)},
		"broken.json": {Data: []byte(`{"$defs":{"a":{}}`)},
		"wrong.json":  {Data: []byte(`{"$defs":{"a":{"type":"x"},"b":{"minimum":"1"}}}`)},
		"refers.json": {Data: []byte(`{"$defs":{"a":{"$ref":"#/no"},"b":{"$ref":"#nor"},"c":{"$ref":"http://example.com/c"}}}`)},
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
		{`{"properties":{"a":{"$ref":"broken.json"},"b":{"$ref":"broken.json#/x"},"c":{"$ref":"broken.json"}}}`, "broken.json", []string{"1:18: unexpected end"}, false},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"s.json#/x","enum":[{"$ref":"#/y"}]},"b":{"$ref":"#/z"}}}`, "s.json", []string{"1:42: refers to s.json#/x, which does not exist"}, false},
		{`{"$id":"http://example.com/s","anyOf":[{"$ref":"s#/~1%20/é"},{"$ref":"#é"},{"$dynamicRef":"#b"},{"$ref":"file:///good.json#/c"},{"$ref":"#good"}],"$defs":{"a":{"$anchor":"good"}}}`, "s.json", []string{
			"1:48: refers to s.json#/~1%20/%C3%A9, which does not exist", "1:70: refers to http://example.com/s#%C3%A9, which does not exist",
			"1:91: refers to http://example.com/s#b, which does not exist", "1:105: refers to good.json#/c, which does not exist",
		}, false},
		{`{"$defs":{"d":{"$anchor":"z"},"c":{"$id":"x"},"b":{"$anchor":"z"},"a":{"$id":"x"},"e":{"$anchor":"z"}},"$ref":"#/no","properties":{"b":{"$ref":"http://example.com/b"},"e":{"$ref":"none.json"}}}`, "s.json", []string{
			"1:51: must not have the same anchor as s.json#/$defs/d", "1:71: must not have the same id as s.json#/$defs/c", "1:87: must not have the same anchor as s.json#/$defs/d",
			"1:111: refers to s.json#/no, which does not exist", "1:180: refers to none.json, which cannot be read: file does not exist",
		}, false},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"b":{"$ref":"http://["},"a":{"$ref":"#%"}}}`, "s.json", []string{
			`1:1: cannot be read as a schema: error in parsing "#%"`, `1:1: cannot be read as a schema: error in parsing "http://["`,
		}, false},
	} {
		for range 8 {
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

// All mistakes of a kind are listed, and the same ones each time.
func TestManyMistakesOfAKind(t *testing.T) {
	files := fstest.MapFS{"good.json": {Data: []byte(`{}`)}, "broken.json": {Data: []byte(`{`)}}
	const header = `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{`
	for _, c := range []struct {
		kind, member string // %d is the number of the member
		n            int
		want         string // the message of the first mistake
		findings     int
	}{
		{"pointer", `{"$ref":"#/x%d"}`, 1200, "refers to s.json#/x0, which does not exist", 1000},
		{"fewer pointers", `{"$ref":"#/x%d"}`, 500, "refers to s.json#/x0, which does not exist", 500},
		{"pointer among other members", `{"type":"string"},"r%d":{"$ref":"#/x"}`, 100, "refers to s.json#/x, which does not exist", 100},
		{"anchor", `{"$ref":"#x%d"}`, 100, "refers to s.json#x0, which does not exist", 100},
		{"own name", `{"$ref":"s.json#/x%d"}`, 100, "refers to s.json#/x0, which does not exist", 100},
		{"file that does not exist", `{"$ref":"x%d.json#/definitions/a"}`, 100, "refers to x0.json, which cannot be read: file does not exist", 100},
		{"one file that does not exist", `{"$ref":"x.json#/definitions/%d"}`, 100, "refers to x.json, which cannot be read: file does not exist", 100},
		{"invalid file", `{"$ref":"broken.json#/%d"}`, 100, "unexpected end of input, expected a name in double quotes or '}'", 1},
		{"pointer into another file", `{"$ref":"good.json#/%d"}`, 100, "refers to good.json#/0, which does not exist", 100},
		{"URL that is not given", `{"$ref":"http://example.com/%d"}`, 100, "refers to http://example.com/0, which cannot be read: " + ErrNotGiven.Error(), 100},
		{"inside a schema with an id, few", `{"$id":"i%[1]d","not":{"$ref":"#/x%[1]d"}}`, 12, "refers to s.json#/properties/p0/x0, which does not exist", 12},
		{"below a property with the name of a keyword", `{"properties":{"default":{"$id":"i%[1]d","not":{"$ref":"#/x%[1]d"}}}}`, 12, "refers to s.json#/properties/p0/properties/default/x0, which does not exist", 12},
		{"beside ids in data", `{"properties":{"a":{"$ref":"x%d.json"},"b":{"$ref":"#nor"}},"default":{"id":"1"},"const":[{"$id":"2"}],"examples":[{"$id":"3"}],"enum":[{"$id":"4"}]}`, 50, "refers to x0.json, which cannot be read: file does not exist", 100},
		{"beside an id of draft 4", `{"id":"1","not":{"$ref":"x%d.json"}}`, 100, "refers to x0.json, which cannot be read: file does not exist", 100},
		{"inside a schema with an id, in a long schema", `{"$id":"i%[1]d","not":{"$ref":"#/x%[1]d"},"title":"` + strings.Repeat("x", 5000) + `"}`, 30, "refers to s.json#/properties/p0/x0, which does not exist", 30},
		{"inside a schema with an id, many", `{"$id":"i%[1]d","not":{"$ref":"#/x%[1]d"}}`, 1600, "refers to s.json#/properties/p0/x0, which does not exist", 1000},
	} {
		var b strings.Builder
		for i := range c.n {
			fmt.Fprintf(&b, `"p%d":`+c.member+`,`, i, i)
		}
		data := []byte(header + b.String() + `"z":true}}`)
		var first *Error
		for range 10 {
			_, err := (&Compiler{Files: files}).Compile("s.json", data)
			var e *Error
			if !errors.As(err, &e) || len(e.Findings) != c.findings || !strings.HasPrefix(e.Findings[0].Message, c.want) {
				t.Fatalf("%s: %v with %d findings; want %d", c.kind, err, len(e.Findings), c.findings)
			}
			if first == nil {
				first = e
			}
			if !slices.Equal(e.Findings, first.Findings) || e.Name != first.Name {
				t.Fatalf("%s: different findings", c.kind)
			}
		}
	}
}

// However many schemas and mistakes there are, the time is linear. A quadratic algorithm would take minutes.
func TestManySchemasInLinearTime(t *testing.T) {
	const n = 30_000
	var properties, definitions, equal strings.Builder
	for i := range n {
		fmt.Fprintf(&properties, `"p%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#a%d"}]},`, i, (i*7919)%n, (i*104729)%n)
		fmt.Fprintf(&definitions, `"d%d":{"$anchor":"a%d","items":{"$ref":"#/properties/p%d"}},`, i, i, i)
		fmt.Fprintf(&equal, `"e%d":{"$id":"i%d"},"f%d":{"$id":"i%d"},`, i, i, i, i)
	}
	s, err := Compile("s.json", []byte(`{"properties":{`+properties.String()+`"z":true},"$defs":{`+definitions.String()+`"z":true}}`))
	if err != nil || s == nil {
		t.Error(err)
	}
	var e *Error
	if _, err = Compile("s.json", []byte(`{"$defs":{`+equal.String()+`"z":true}}`)); !errors.As(err, &e) || len(e.Findings) != DefaultMaxFindings {
		t.Error(err)
	}
}

// The findings in a document are always the same, whatever the order of the members of a schema.
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
