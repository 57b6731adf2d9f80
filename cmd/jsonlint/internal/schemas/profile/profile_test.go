package profile

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assayjson/assay/document"
)

// list returns the mistakes of a schema, one a line: the text at the place, ! if the service refuses it, and the message without the name
// of the service.
func list(t *testing.T, profile, schema string) string {
	t.Helper()
	p := Find(profile)
	doc, err := document.Parse([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range p.Check(doc.Root()) {
		sign := ""
		if m.IsCertain {
			sign = "!"
		}
		fmt.Fprintf(&b, "%s%.20s: %s\n", sign, m.Raw(), strings.ReplaceAll(m.Message, p.Service, "S"))
	}
	return b.String()
}

const closed = `"type": "object", "additionalProperties": false, `

func TestProfiles(t *testing.T) {
	for _, c := range []struct{ profile, schema, want string }{
		// The examples of OpenAI's page.
		{"openai-strict", `{` + closed + `"required": ["location", "unit", "value"], "properties": {
			"location": {"type": "string", "description": "x"}, "unit": {"type": ["string", "null"], "enum": ["F", "C"]},
			"value": {"type": "number", "minimum": -130, "maximum": 130}}}`, ""},
		{"openai-strict", `{` + closed + `"properties": {"linked_list": {"$ref": "#/$defs/linked_list_node"}}, "required": ["linked_list"],
			"$defs": {"linked_list_node": {` + closed + `"properties": {"value": {"type": "number"},
			"next": {"anyOf": [{"$ref": "#/$defs/linked_list_node"}, {"type": "null"}]}}, "required": ["next", "value"]}}}`, ""},
		{"openai-strict", `{"anyOf": [{"type": "object"}]}`, `
![{"type": "object"}]: S does not accept "anyOf" in the schema itself, only in schemas inside it
!{"anyOf": [{"type": : S requires that the schema itself has "type": "object"
!{"type": "object"}: S requires "additionalProperties": false in each object
`},
		{"openai-strict", `{"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string", "minLength": 1}, "b": {"allOf": [{}]}}, "required": ["b"]}`, `
!true: S requires "additionalProperties": false in each object
!"a": S requires that all properties are in "required"; a value that may be missing can be null instead
"minLength": "minLength" is not among the keywords that S documents as supported
!"allOf": S does not support "allOf"
`},
		{"openai-strict", `{` + closed + `"properties": {"a": {"format": "uri", "default": 1, "$comment": "x", "x-y": {"not": {}}, "oneOf": [{"not": {}}]}}, "required": ["a"]}`, `
!"uri": S does not support the format "uri"
"oneOf": "oneOf" is not among the keywords that S documents as supported
`},
		{"anthropic-strict", `{` + closed + `"properties": {"a": {"type": "array", "minItems": 2, "maxItems": 3}, "b": {"enum": [1, {}], "pattern": "^(?!x)"}}}`, `
!2: S supports "minItems" only up to 1
!"maxItems": S does not support "maxItems"
!{}: S does not support arrays and objects in "enum"
!"^(?!x)": S does not support (?! in patterns
`},
		{"anthropic-strict", `{"allOf": [{"$ref": "#/$defs/a"}], "items": {"$ref": "https://example.com/a"}, "minItems": 1,
			"$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/c"}]}, "c": {"pattern": "^[a-z]{2}$"}}}`, `
!"#/$defs/a": S does not support "$ref" in "allOf"
!"https://example.com: S does not support references to other schemas
!"#/$defs/b": S does not support schemas that refer to themselves
!"#/$defs/a": S does not support schemas that refer to themselves
`},
		{"anthropic-strict", `{"$ref": "#"}`, `
!"#": S does not support schemas that refer to themselves
`},
		{"gemini", `{"type": "object", "properties": {"a": {"$ref": "#/$defs/a", "description": "x"}, "b": {"oneOf": [{"type": "string", "pattern": "x"}]}}, "$defs": {"a": {"not": {}}}}`, `
!"description": S accepts only keywords that begin with $ beside "$ref"
"pattern": S ignores "pattern"
"not": S ignores "not"
`},
		{"gemini", `true`, ""},
		{"gemini", `{"properties": [], "required": 1, "type": {}, "items": {"enum": {}}, "anyOf": {}, "format": 1, "$ref": []}`, `
!"properties": S accepts only keywords that begin with $ beside "$ref"
`},
	} {
		if got := list(t, c.profile, c.schema); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s of %s (-want +got):\n%s", c.profile, c.schema, cmp.Diff(strings.TrimPrefix(c.want, "\n"), got))
		}
	}
}

// A schema at the limits is accepted, and one beyond them has the number in the message.
func TestLimits(t *testing.T) {
	properties := func(n int, schema string) string {
		var names, members []string
		for i := range n {
			names = append(names, fmt.Sprintf(`"p%d"`, i))
			members = append(members, fmt.Sprintf(`"p%d": %s`, i, schema))
		}
		return fmt.Sprintf(`{%s"properties": {%s}, "required": [%s]}`, closed, strings.Join(members, ", "), strings.Join(names, ", "))
	}
	nested := func(n int) string {
		s := `{"type": "string"}`
		for range n {
			s = fmt.Sprintf(`{%s"properties": {"a": {"type": "array", "items": %s}}, "required": ["a"]}`, closed, s)
		}
		return s
	}
	enum := func(n, length int) string {
		return strings.TrimSuffix(properties(1, `{"enum": [`+strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("é", length)+`",`, n), ",")+`]}`), "\n")
	}
	for _, c := range []struct{ profile, schema, want string }{
		{"openai-strict", properties(5000, "{}"), ""},
		{"openai-strict", properties(5001, "{}"), "the schema has 5001 properties; OpenAI accepts at most 5000"},
		{"openai-strict", nested(10), ""},
		{"openai-strict", nested(11), "the schema has 11 levels of objects; OpenAI accepts at most 10"},
		{"openai-strict", enum(1000, 15), ""},
		{"openai-strict", enum(1001, 1), "the schema has 1001 values in all \"enum\"; OpenAI accepts at most 1000"},
		{"openai-strict", enum(250, 100), ""},
		{"openai-strict", enum(251, 100), "the strings have 25100 characters; OpenAI accepts at most 15000 if there are more than 250"},
		{"openai-strict", enum(2, 60_000), "the schema has 120002 characters in names and in the strings of \"enum\" and \"const\"; OpenAI accepts at most 120000"},
		{"anthropic-strict", strings.ReplaceAll(properties(24, "{}"), "required", "description"), ""},
		{"anthropic-strict", strings.ReplaceAll(properties(25, "{}"), "required", "description"), "the schema has 25 properties that are not required; Anthropic accepts at most 24"},
		{"anthropic-strict", properties(16, `{"type": ["string", "null"]}`), ""},
		{"anthropic-strict", properties(17, `{"anyOf": [{}]}`), "the schema has 17 properties with \"anyOf\" or several types; Anthropic accepts at most 16"},
	} {
		doc, err := document.Parse([]byte(c.schema))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range Find(c.profile).Check(doc.Root()) {
			got = append(got, m.Message)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s of %.60s: got %q, want %q", c.profile, c.schema, got, c.want)
		}
	}
}

// The guide says where the facts of each profile come from.
func TestTable(t *testing.T) {
	guide, err := os.ReadFile("../../../../../docs/reference/schema.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Profiles {
		if row := fmt.Sprintf("| `%s` | [%s](%s) | %s |", p.Name, p.Service, p.Source, p.Date); !strings.Contains(string(guide), row) {
			t.Errorf("docs/reference/schema.md has no row %s", row)
		}
		for _, keyword := range p.Unsupported {
			if !constrains(keyword) {
				t.Errorf("%s: %q is no keyword", p.Name, keyword)
			}
		}
	}
}
