package inquiry_test

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/inquiry"
)

// explain returns the reasons why a schema rejects a document, before they are made to findings.
func explain(t *testing.T, text, document string) []*inquiry.Reason {
	t.Helper()
	g, s := inquiry.Compiled(t, text)
	left := int64(10_000_000)
	reasons, err := g.Explain(s, inquiry.Value(t, document), &left)
	if err != nil {
		t.Fatal(err)
	}
	return reasons
}

// Keywords that lead to the same schema have its reasons once, so that there are not twice as many on each level.
func TestRepeatedReasons(t *testing.T) {
	for _, c := range []struct {
		schema string
		want   int
	}{
		{`{"type": "array", "items": {"$ref": "#"}, "anyOf": [{"items": {"$ref": "#"}}, {"type": "string"}]}`, 1},
		{`{"type": "array", "anyOf": [{"items": {"$ref": "#"}}, {"type": "string"}], "oneOf": [{"items": {"$ref": "#"}}, {"type": "string"}]}`, 1},
		{`{"allOf": [{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/x"}], "$defs": {"x": {"items": {"$ref": "#/$defs/y"}}, "y": {"items": {"minimum": 2, "multipleOf": 7}}}}`, 2},
	} {
		const depth = 2
		if found := explain(t, c.schema, strings.Repeat("[", depth)+"1"+strings.Repeat("]", depth)); len(found) != c.want {
			t.Errorf("%s: %+v", c.schema, found)
		}
	}
}

// A member and its name may be rejected by the same schema.
func TestNameLikeValue(t *testing.T) {
	found := explain(t, `{"allOf": [{"propertyNames": {"$ref": "#/$defs/x"}}, {"additionalProperties": {"$ref": "#/$defs/x"}}], "$defs": {"x": {"pattern": "^a"}}}`, `{"b": "c"}`)
	if len(found) != 2 || found[0].OfName == found[1].OfName {
		t.Errorf("%+v", found)
	}
}

// An endless reference makes a schema invalid where it is met. That is not an answer to the same question asked elsewhere.
func TestEndlessReferences(t *testing.T) {
	const definitions = `"$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}`
	document := "[1" + strings.Repeat(", 1", 50) + "]"
	for _, alternatives := range []string{`{"not": {"$ref": "#/$defs/a"}}, {"not": {"$ref": "#/$defs/b"}}`, `{"not": {"$ref": "#/$defs/b"}}, {"not": {"$ref": "#/$defs/a"}}`} {
		if found := explain(t, `{"anyOf": [`+alternatives+`], `+definitions+`}`, document); len(found) != 1 {
			t.Errorf("%s: %+v", alternatives, found)
		}
	}
}

// Nested alternatives are evaluated once, even for values whose answers are not kept.
func TestNestedAlternatives(t *testing.T) {
	const levels = 40
	found := explain(t, strings.Repeat(`{"anyOf": [{"type": "string"}, `, levels)+`{"type": "null"}`+strings.Repeat("]}", levels), "1")
	if len(found) != 1 || found[0].Keyword != "anyOf" {
		t.Errorf("%+v", found)
	}
}

// Answers have reasons in common. What is noted about the reasons of an alternative is not noted about those of others.
func TestSharedReasons(t *testing.T) {
	document := `{"b": [` + strings.Repeat("1, ", 50) + `"c"]}`
	for _, schema := range []string{
		`{"allOf": [{"anyOf": [{"$ref": "#/$defs/x"}, {"type": "string"}]}, {"$ref": "#/$defs/x"}], "$defs": {"x": {"additionalProperties": {"items": {"type": "number"}}}}}`,
		`{"allOf": [{"$ref": "#/$defs/x"}, {"anyOf": [{"$ref": "#/$defs/x"}, {"type": "string"}]}], "$defs": {"x": {"additionalProperties": {"items": {"type": "number"}}}}}`,
	} {
		if found := explain(t, schema, document); len(found) != 1 || found[0].Alternatives != 0 || found[0].OfName {
			t.Errorf("%s: %+v", schema, found)
		}
	}
}

// The reasons for one value are not copied on each level above it. If there are others beside them, copying counts.
func TestStepsOfManyReasons(t *testing.T) {
	const levels = 60
	g, s := inquiry.Compiled(t, `{"type": "array", "items": {"$ref": "#"}}`)
	for end, want := range map[string]error{"]": nil, ", 1]": contract.ErrTooManySteps} {
		value := inquiry.Value(t, strings.Repeat("[", levels)+strings.Repeat("1, ", 1000)+"1"+strings.Repeat(end, levels))
		left := int64(50_000)
		if _, err := g.Explain(s, value, &left); err != want {
			t.Errorf("%s: %v, and %d steps are left", end, err, left)
		}
	}
}
