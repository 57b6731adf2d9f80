package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write the schema")

const schemaFile = "../../../../docs/jsonlintrc.schema.json"

type object = map[string]any

// schemaOfKeys returns the schema of an object with the given keys and no others.
func schemaOfKeys(keys []Key) object {
	properties := object{}
	for _, k := range keys {
		s := schemaOfType(k.Type)
		s["description"] = k.Doc
		properties[k.Name] = s
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties}
}

func schemaOfType(t Type) object {
	switch t {
	case Texts:
		return object{"type": "array", "items": object{"type": "string"}}
	case Count:
		return object{"type": "integer", "minimum": 0, "maximum": 1<<31 - 1}
	case Depth:
		return object{"type": "integer", "minimum": 1, "maximum": 1<<31 - 1}
	case Dialect:
		return object{"enum": DialectNames()}
	case RuleMap:
		return schemaOfRules()
	case PathMap:
		return object{"type": "object", "additionalProperties": object{"type": "string"}}
	case LayoutMap:
		return schemaOfLayouts()
	case Switch:
		return object{"type": "boolean"}
	case TextOrTexts:
		return object{"anyOf": []any{object{"type": "string"}, object{"type": "array", "items": object{"type": "string"}}}}
	case Pointers:
		return object{"type": "array", "minItems": 1, "items": object{"type": "string", "pattern": "^(/([^/~]|~[01])*)*$"}}
	case SuppressibleRules:
		return object{"type": "array", "minItems": 1, "items": object{"enum": SuppressibleRuleNames()}}
	case SuppressionSet:
		s := schemaOfKeys(SuppressionKeys())
		s["required"] = []string{"files", "rules"}
		s["properties"].(object)["files"].(object)["minItems"] = 1
		return object{"type": "array", "items": s}
	case OverrideSet:
		s := schemaOfKeys(OverrideKeys())
		s["required"] = []string{"files"}
		s["properties"].(object)["files"].(object)["minItems"] = 1
		return object{"type": "array", "items": s}
	}
	return object{"type": "string"}
}

func schemaOfRules() object {
	rules := object{}
	for _, name := range RuleNames() {
		options := object{"severity": object{"enum": Severities}}
		for _, o := range RuleOptions() {
			if o.Rule == name {
				options[o.Name] = schemaOfOption(o)
			}
		}
		rules[name] = object{"anyOf": []any{
			object{"enum": Severities},
			object{"type": "object", "additionalProperties": false, "properties": options},
		}}
	}
	return object{"type": "object", "additionalProperties": false, "properties": rules}
}

func schemaOfLayouts() object {
	layouts := object{}
	for _, l := range Layouts() {
		var s []any
		if l.isNumber() {
			s = append(s, object{"type": "integer", "minimum": l.Least, "maximum": l.Most})
		}
		if l.Values != nil {
			s = append(s, object{"enum": l.Values})
		}
		if l.isSwitch() {
			s = append(s, object{"type": "boolean"})
		}
		layouts[l.Name] = object{"anyOf": s, "description": l.Doc}
	}
	return object{"type": "object", "additionalProperties": false, "properties": layouts}
}

func schemaOfOption(o RuleOption) object {
	if o.Values != nil {
		return object{"enum": o.Values, "description": o.Doc}
	}
	s := schemaOfType(Depth)
	s["description"] = o.Doc
	return s
}

// The schema in docs is generated from the table of keys. To rewrite it, run the test with -update.
func TestSchemaIsThatOfTheKeys(t *testing.T) {
	s := schemaOfKeys(Keys())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["$id"] = SchemaURL
	s["title"] = "Settings of jsonlint"
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
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
