package inquiry_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/internal/model"
)

// A field of schemas that no inquiry reads makes this test fail, so that no keyword is left out.
func TestAllKeywords(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code []byte
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			code = append(code, text...)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[model.Schema]()) {
		isRead, err := regexp.Match(`\b(s|schema)\.`+f.Name+`\b`, code)
		if !f.Anonymous && f.Name != "Resource" && (err != nil || !isRead) { // package program reads the resource
			t.Errorf("no inquiry reads %s", f.Name)
		}
	}
}

// kinds returns a schema with alternatives for many kinds of objects, of which each may have children of every kind.
func kinds(n int) []byte {
	var alternatives, definitions []string
	for i := range n {
		alternatives = append(alternatives, fmt.Sprintf(`{"$ref": "#/$defs/K%d"}`, i))
	}
	oneOf := `{"oneOf": [` + strings.Join(alternatives, ", ") + `]}`
	for i := range n {
		definitions = append(definitions, fmt.Sprintf(`"K%d": {"type": "object", "required": ["kind"], "additionalProperties": false, "properties": {`+
			`"kind": {"const": "K%d"}, "id": {"type": "integer"}, "labels": {"additionalProperties": {"type": "string"}}, "children": {"type": "array", "items": %s}}}`, i, i, oneOf))
	}
	return []byte(`{"type": "array", "items": ` + oneOf + `, "$defs": {` + strings.Join(definitions, ", ") + `}}`)
}

// One value among many alternatives is found, within the steps that are allowed by default.
func TestManyAlternatives(t *testing.T) {
	const n, documents = 20, 100
	s, err := schema.Compile("s.json", kinds(n))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range documents {
		id := "1"
		if i == documents/2 {
			id = `"1"`
		}
		all = append(all, fmt.Sprintf(`{"kind": "K%d", "id": %d, "labels": {"a": "b"}, "children": [{"kind": "K%d", "id": %s, "labels": {"c": "d"}}]}`, i%n, i, i*7%n, id))
	}
	found, err := s.Check([]byte("[" + strings.Join(all, ",\n") + "]"))
	if err != nil || len(found) != 1 || found[0].Pointer != "/50/children/0/id" || found[0].Keyword != "type" {
		t.Errorf("%+v, %v", found, err)
	}
}

// The same document has the same findings each time, however its schema is compiled.
func TestSameFindings(t *testing.T) {
	text := `{"anyOf": [
		{"properties": {"a": {"type": "string"}, "b": {"const": 1}}, "patternProperties": {"^c": {"minimum": 5}, "d$": {"maximum": 5}}, "required": ["x", "y"]},
		{"properties": {"a": {"enum": [1, 2]}, "b": {"const": 2}}, "dependentRequired": {"a": ["p", "q"], "b": ["r"]}, "propertyNames": {"maxLength": 2}},
		{"additionalProperties": false, "properties": {"b": {"const": 3}}},
		{"allOf": [{"properties": {"cd": {"not": {}}}}, {"properties": {"b": {"multipleOf": 7}}}], "unevaluatedProperties": false}
	]}`
	document := []byte(`{"a": true, "b": 4, "cd": 6, "ccc": 1, "dd": 9}`)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var want []schema.Finding
	for _, cpus := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(cpus)
		for range 10 {
			s, err := schema.Compile("s.json", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			found, err := s.Check(document)
			if err != nil || len(found) == 0 {
				t.Fatal(found, err)
			}
			if want == nil {
				want = found
			}
			if !reflect.DeepEqual(found, want) {
				t.Fatalf("%+v\nand then %+v", want, found)
			}
		}
	}
}

// The findings are those of the alternative that is meant.
func TestClosestAlternative(t *testing.T) {
	const bundle = `{"required": ["kind"], "properties": {"kind": {"const": "Bundle"}, "id": {}, "entry": {"items": {"required": ["url"]}}}, "additionalProperties": false}`
	const other = `{"properties": {"kind": {"type": "string"}, "name": {}}, "additionalProperties": false}`
	const run, uses = `{"required": ["run"], "properties": {"run": {"type": "string"}, "name": {}}}`, `{"required": ["uses"], "properties": {"uses": {"type": "string"}, "name": {}}}`
	const regex = `{"required": ["regex"], "properties": {"regex": {}}, "additionalProperties": false}`
	for _, c := range []struct{ schema, document, pointer, message string }{
		{`{"oneOf": [` + bundle + `, ` + other + `]}`, `{"kind": "Bundle", "id": 1, "entry": [{"url": 1}, {}, {}]}`, "/entry/1 /entry/2", `must have the member "url"`},
		{`{"oneOf": [` + other + `, ` + bundle + `]}`, `{"kind": "Bundle", "id": 1, "entry": [{"url": 1}, {}, {}]}`, "/entry/1 /entry/2", `must have the member "url"`},
		{`{"oneOf": [` + other + `, ` + bundle + `]}`, `{"kind": "Other", "id": 1}`, "/id", "must not have this member"},
		{`{"anyOf": [` + run + `, ` + uses + `]}`, `{"name": "x"}`, "", `must have the member "run" or "uses"`},
		{`{"anyOf": [` + run + `, ` + uses + `]}`, `{"uses": 5}`, "/uses", "must be a string, but is a number"},
		{`{"oneOf": [` + regex + `, {"properties": {"or": {}, "to": {"anyOf": [{"type": "string"}, {"type": "object"}]}}, "additionalProperties": false}]}`, `{"to": true, "or": []}`, "/to", "must be a string or an object, but is a boolean"},
		{`{"oneOf": [` + regex + `, {"properties": {"or": {}, "to": {"type": ["string", "object"]}}, "additionalProperties": false}]}`, `{"to": true, "or": []}`, "/to", "must be a string or an object, but is a boolean"},
	} {
		s, err := schema.Compile("s.json", []byte(c.schema))
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check([]byte(c.document))
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		var pointers []string
		for _, f := range found {
			pointers = append(pointers, f.Pointer)
			if !strings.HasPrefix(f.Message, c.message) {
				t.Errorf("%s: %s: %s; want %s", c.schema, c.document, f.Message, c.message)
			}
		}
		if got := strings.Join(pointers, " "); got != c.pointer {
			t.Errorf("%s: %s: findings at %s, want %s", c.schema, c.document, got, c.pointer)
		}
	}
}
