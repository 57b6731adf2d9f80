package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/tokenizer"
)

// branching are schemas for nested arrays that the engine evaluates twice as often on each level.
var branching = []string{
	`{"type": "array", "anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}`,
	`{"type": "array", "items": {"$ref": "#"}, "contains": {"$ref": "#"}}`,
	`{"not": {"not": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "array", "items": {"$ref": "#/$defs/x"}, "contains": {"$ref": "#/$defs/x"}}}}`,
	`{"$schema": "http://json-schema.org/draft-04/schema#", "type": "array", "items": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}`,
	`{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "type": "array", "oneOf": [{"items": {"$recursiveRef": "#"}}, {"items": {"$recursiveRef": "#"}}]}`,
	`{"$dynamicAnchor": "n", "type": "array", "anyOf": [{"items": {"$dynamicRef": "#n"}}, {"items": {"$dynamicRef": "#n"}}]}`,
}

// nested returns an array of arrays in which the innermost value is a number.
func nested(levels int) []byte {
	return []byte(strings.Repeat("[", levels) + "1" + strings.Repeat("]", levels))
}

// TestHostileDocuments checks documents for which the engine alone would take longer than the age of
// the universe.
func TestHostileDocuments(t *testing.T) {
	for i, schema := range branching {
		s, err := (&Compiler{MaxSteps: 1_000_000 * int64(min(i, 1))}).Compile("s.json", []byte(schema)) // the first one has the default limit
		if err != nil {
			t.Fatal(err)
		}
		if found, err := s.Check(nested(DefaultMaxDepth - 1)); !errors.Is(err, ErrTooManySteps) {
			t.Errorf("%s: %d findings, %v", schema, len(found), err)
		}
		// The next document is not affected.
		if found, err := s.Check(nested(2)); err != nil || len(found) == 0 {
			t.Errorf("%s: %d findings, %v", schema, len(found), err)
		}
	}
}

// TestHostileContent does the same for JSON in a string.
func TestHostileContent(t *testing.T) {
	schema := `{"contentMediaType": "application/json", "contentSchema": ` + branching[1] + `}`
	schema = strings.ReplaceAll(schema, `"#"`, `"#/contentSchema"`)
	s, err := (&Compiler{AssertContent: true, MaxSteps: 1_000_000}).Compile("s.json", []byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	document := fmt.Appendf(nil, "%q", nested(DefaultMaxDepth-1))
	if found, err := s.Check(document); !errors.Is(err, ErrTooManySteps) {
		t.Errorf("%d findings, %v", len(found), err)
	}
}

// TestStepsOfContents checks that the contents of all strings in a document have one budget.
func TestStepsOfContents(t *testing.T) {
	schema := `{"items": {"contentMediaType": "application/json", "contentSchema": {"$ref": "#/$defs/list"}}, "$defs": {"list": {"items": {"type": "integer"}}}}`
	s, err := (&Compiler{AssertContent: true, MaxSteps: 20_000}).Compile("s.json", []byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]error{10: nil, 1000: ErrTooManySteps} {
		document := []byte(`["[1]"` + strings.Repeat(`,"[1,2]"`, n-1) + "]")
		if accepted, _ := s.program.Accepts(document); accepted != (want == nil) {
			t.Errorf("%d strings: accepted is %v", n, accepted)
		}
		if found, err := s.Check(document); len(found) > 0 || err != want {
			t.Errorf("%d strings: %d findings, %v", n, len(found), err)
		}
	}
}

// TestHollow checks that hollow removes exactly what a schema asserts. The fields are listed here, so
// that a new version of the engine with another field makes the test fail.
func TestHollow(t *testing.T) {
	kept := []string{"DraftVersion", "Location", "ID", "Anchor", "RecursiveAnchor", "DynamicAnchor"}
	removed := []string{
		"Bool", "Format", "Types", "Enum", "Const", "Ref", "RecursiveRef", "DynamicRef",
		"Not", "AllOf", "AnyOf", "OneOf", "If", "Then", "Else",
		"MaxProperties", "MinProperties", "Required", "PropertyNames", "Properties", "PatternProperties", "AdditionalProperties",
		"Dependencies", "DependentRequired", "DependentSchemas", "UnevaluatedProperties",
		"MinItems", "MaxItems", "UniqueItems", "Contains", "MinContains", "MaxContains", "Items", "AdditionalItems", "PrefixItems",
		"Items2020", "UnevaluatedItems",
		"MinLength", "MaxLength", "Pattern", "ContentEncoding", "ContentMediaType", "ContentSchema",
		"Maximum", "Minimum", "ExclusiveMaximum", "ExclusiveMinimum", "MultipleOf", "Extensions",
		"Title", "Description", "Default", "Comment", "ReadOnly", "WriteOnly", "Examples", "Deprecated",
	}
	full := new(jsonschema.Schema)
	v := reflect.ValueOf(full).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			v.Field(i).Set(notZero(t, v.Field(i).Type()))
		}
	}
	h := reflect.ValueOf(hollow(full)).Elem()
	for i := range h.NumField() {
		f := h.Type().Field(i)
		switch {
		case !f.IsExported():
		case slices.Contains(kept, f.Name):
			if h.Field(i).IsZero() {
				t.Errorf("%s is removed", f.Name)
			}
		case slices.Contains(removed, f.Name):
			if !h.Field(i).IsZero() {
				t.Errorf("%s is kept", f.Name)
			}
		default:
			t.Errorf("%s is not listed here: must hollow keep it?", f.Name)
		}
	}
	for _, name := range slices.Concat(kept, removed) {
		if _, ok := h.Type().FieldByName(name); !ok {
			t.Errorf("%s is not a field any more", name)
		}
	}
}

// notZero returns a value of a type that is not the zero value.
func notZero(t *testing.T, of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.String:
		v.SetString("x")
	case reflect.Pointer:
		v.Set(reflect.New(of.Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(of, 1, 1))
	case reflect.Map:
		v.Set(reflect.MakeMap(of))
	case reflect.Interface:
		if of.NumMethod() == 0 {
			v.Set(reflect.ValueOf(true))
		} else {
			v.Set(reflect.ValueOf(fakePattern{}))
		}
	default:
		t.Fatalf("a field has the type %v", of)
	}
	return v
}

// fakePattern is a pattern that nothing matches.
type fakePattern struct{}

func (fakePattern) MatchString(string) bool { return false }
func (fakePattern) String() string          { return "" }

// TestMaxSteps checks that programs and the engine observe a limit, and need few steps for usual
// documents.
func TestMaxSteps(t *testing.T) {
	for _, c := range []struct {
		name, schema string
		document     []byte
		steps        int64 // enough
	}{
		{"program", orderSchema, order(1000, func(int) bool { return false }), 100_000},
		{"engine", orderSchema, order(1000, func(i int) bool { return i == 0 }), 1_000_000},
		{"formula", `{"items": {"anyOf": [{"const": 1}, {"type": "string", "pattern": "^a"}, {"type": "number", "minimum": 7, "multipleOf": 2}]}}`, []byte("[1" + strings.Repeat(`,"aa",8`, 1000) + "]"), 30_000},
		{"rest", `{"unevaluatedItems": {"type": "string"}, "anyOf": [{"prefixItems": [true]}, {"contains": {"type": "number"}}]}`, []byte("[1" + strings.Repeat(`,"aa",8`, 1000) + "]"), 30_000},
	} {
		for _, steps := range []int64{1, 500, c.steps} {
			s, err := (&Compiler{MaxSteps: steps}).Compile("s.json", []byte(c.schema))
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Check(c.document)
			if want := steps < c.steps; errors.Is(err, ErrTooManySteps) != want {
				t.Errorf("%s: %d steps: %v", c.name, steps, err)
			}
			if accepted := s.AcceptsReader(strings.NewReader(string(c.document))); accepted && err != nil {
				t.Errorf("%s: %d steps: AcceptsReader returns true", c.name, steps)
			}
			if accepted := s.AcceptsLines(append(c.document, '\n')); accepted && err != nil {
				t.Errorf("%s: %d steps: AcceptsLines returns true", c.name, steps)
			}
		}
	}
}

// TestStepsOfLongDocuments checks that the default limit grows with the document.
func TestStepsOfLongDocuments(t *testing.T) {
	s := compile(t, `{"items": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}}]}}`)
	s.budget.Base, s.program = 1000, nil
	text := "[" + strings.Repeat(`{"a":1},`, 10_000) + "1]"
	if found, err := s.Check([]byte(text)); err != nil || len(found) != 1 {
		t.Errorf("%d findings, %v", len(found), err)
	}
}

// TestContentBesideCycle checks that the content of a string is checked without the other keywords of
// the schema, which have no meaning elsewhere if they refer to the schema that contains them.
func TestContentBesideCycle(t *testing.T) {
	for _, c := range []struct {
		schema, document string
		valid            bool
	}{
		{`{"not": {"contentMediaType": "application/json", "oneOf": [{"$ref": "#"}, {"minimum": 1}]}}`, `"[1]"`, false},
		{`{"$recursiveAnchor": true, "properties": {"a": {"$recursiveRef": "#", "contentMediaType": "application/json", "contentSchema": {"maximum": 1}}}}`, `{"a": "[1]"}`, true},
		{`{"$recursiveAnchor": true, "properties": {"a": {"$recursiveRef": "#", "contentMediaType": "application/json", "contentSchema": {"maximum": 1}}}}`, `{"a": "2"}`, false},
	} {
		s, err := (&Compiler{Draft: Draft2019, AssertContent: true}).Compile("s.json", []byte(c.schema))
		if err != nil {
			t.Fatal(err)
		}
		a := compare(s, []byte(c.document))
		if a == falseYes || c.valid && a != bothAccept || !c.valid && a != bothReject {
			t.Errorf("%s: %s: %v", c.schema, c.document, a)
		}
	}
}

// TestRecursiveMeters checks that references to the whole schema lead to correct paths.
func TestRecursiveMeters(t *testing.T) {
	for _, schema := range []string{
		`{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "type": "object", "additionalProperties": {"$recursiveRef": "#"}}`,
		`{"$dynamicAnchor": "n", "type": "object", "additionalProperties": {"$dynamicRef": "#n"}}`,
		`{"type": "object", "additionalProperties": {"$ref": "#"}}`,
	} {
		s, err := (&Compiler{Options: []tokenizer.Option{tokenizer.UniqueNames()}}).Compile("s.json", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check([]byte(`{"a": {"b": {"c": 1}}}`))
		if err != nil || len(found) != 1 || found[0].Pointer != "/a/b/c" {
			t.Errorf("%s: %v, %+v", schema, err, found)
		}
	}
}

// TestConcurrentMeters checks that each document has a meter of its own.
func TestConcurrentMeters(t *testing.T) {
	s, err := (&Compiler{MaxSteps: 100_000}).Compile("s.json", []byte(branching[0]))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 20 {
				found, err := s.Check(nested(2 + 60*(i%2)))
				if isHostile := i%2 > 0; errors.Is(err, ErrTooManySteps) != isHostile || (len(found) > 0) == isHostile {
					t.Errorf("%d findings, %v", len(found), err)
				}
			}
		})
	}
	group.Wait()
	if all, free := len(s.engine.byName), len(s.engine.free); free != all || all > 8 {
		t.Errorf("%d of %d meters are free", free, all)
	}
}
