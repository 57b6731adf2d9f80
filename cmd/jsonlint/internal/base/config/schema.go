package config

import (
	"bytes"
	"encoding/json"
)

// Schema returns the JSON Schema for settings files, as it is in docs/jsonlintrc.schema.json.
func Schema() []byte {
	s := schemaOfKeys(Keys())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["$id"] = SchemaURL
	s["title"] = "Settings of jsonlint"
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		panic("BUG: " + err.Error()) // it has only strings, numbers and Booleans
	}
	return b.Bytes()
}

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
