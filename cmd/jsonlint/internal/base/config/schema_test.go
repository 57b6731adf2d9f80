package config

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write the schema")

const schemaFile = "../../../../../docs/jsonlintrc.schema.json"

// The schema in docs is generated from the table of keys. To rewrite it, run the test with -update.
func TestSchemaIsThatOfTheKeys(t *testing.T) {
	want := Schema()
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/jsonlintrc.schema.json is not what the keys make; run go test -update")
	}
}

// The JSON Schema and Parse accept the same settings files.
func TestSchemaAcceptsWhatTheCodeAccepts(t *testing.T) {
	raw, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	// Each value is tried with each key.
	values := []string{
		`null`, `true`, `0`, `1`, `-1`, `1.5`, `3000000000`, `""`, `"json"`, `"jsonl"`, `"JSON"`, `"error"`, `"warn"`, `"x"`, `[]`, `["a"]`, `[1]`, `[{}]`, `{}`,
		`{"a": "b"}`, `{"a": 1}`, `{"bom": "off"}`, `{"bom": "x"}`, `{"bom": {}}`, `{"bom": {"severity": "info"}}`, `{"bom": {"limit": 1}}`,
		`{"deep-nesting": {"limit": 1}}`, `{"deep-nesting": {"limit": 0}}`, `{"schema": {"maxSteps": 1}}`, `{"schema": {"maxSteps": 0}}`, `{"key-order": {"order": "asc"}}`, `{"key-order": {"order": 1}}`,
		`{"indent": 4}`, `{"indent": 0}`, `{"indent": "tab"}`, `{"indent": "4"}`, `{"indent": 2.5}`, `{"width": 0}`, `{"width": "80"}`, `{"width": -1}`,
		`{"sortKeys": "asc"}`, `{"sortKeys": "up"}`, `{"sortKeys": true}`, `{"compact": true}`, `{"compact": "true"}`, `{"sort-keys": "asc"}`,
		`[{"files": ["a"]}]`, `[{"files": []}]`, `[{"files": ["a"], "dialect": "json5", "maxDepth": 1}]`, `[{"files": ["a"], "ignore": []}]`,
		`[{"files": ["a"], "rules": ["bom"]}]`, `[{"files": ["a"], "rules": []}]`, `[{"files": ["a"], "rules": ["syntax"]}]`, `[{"files": ["a"], "rules": ["bmo"]}]`,
		`[{"files": ["a"], "rules": ["bom"], "pointers": ["", "/a~1/*"], "reason": "r"}]`, `[{"files": ["a"], "rules": ["bom"], "pointers": ["a"]}]`,
		`[{"files": ["a"], "rules": ["bom"], "pointers": ["/~"]}]`, `[{"files": ["a"], "rules": ["bom"], "pointers": []}]`, `[{"rules": ["bom"]}]`,
	}
	tried, accepted := 0, 0
	for _, key := range append(keyNames(Keys()), "files", "other") {
		for _, value := range values {
			src := `{"` + key + `": ` + value + `}`
			instance, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(src)))
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse("f", []byte(src))
			if invalid := schema.Validate(instance); (err == nil) != (invalid == nil) {
				t.Errorf("%s: the code says %v, and the schema %v", src, err, invalid)
			}
			if tried++; err == nil {
				accepted++
			}
		}
	}
	if accepted < 20 || accepted > tried/2 {
		t.Errorf("%d of %d were accepted", accepted, tried)
	}
}
