package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

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

// TestHostileDocuments checks documents for which an engine that evaluates schemas again and again would take longer than the age of the
// universe.
func TestHostileDocuments(t *testing.T) {
	for _, schema := range branching {
		s, err := (&Compiler{MaxSteps: 1_000_000}).Compile("s.json", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		for _, levels := range []int{DefaultMaxDepth - 1, 2} {
			if found, err := s.Check(nested(levels)); err != nil || len(found) == 0 || len(found) > levels+1 {
				t.Errorf("%s: %d findings, %v", schema, len(found), err)
			}
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
	if found, err := s.Check(document); err != nil || len(found) != 1 {
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

// TestStepsOfChains checks that a chain of schemas for the same value takes as many steps as their number squared, as does the time.
func TestStepsOfChains(t *testing.T) {
	const n = 500
	for _, c := range []struct {
		link  string // of the chain, with its number instead of N
		steps int64  // not enough
	}{
		{`"minLength": 1`, 100_000},
		{`"$id": "http://x/N", "$dynamicAnchor": "aN"`, 200_000},
	} {
		var links strings.Builder
		for i := range n {
			fmt.Fprintf(&links, `"d%d": {%s, "$ref": "file:///s.json#/$defs/d%d"}, `, i, strings.ReplaceAll(c.link, "N", strconv.Itoa(i)), i+1)
		}
		schema := fmt.Sprintf(`{"$ref": "#/$defs/d0", "$defs": {%s "d%d": {"type": "string"}, "a": {"$dynamicAnchor": "a"}}, "allOf": [{"$dynamicRef": "#a"}]}`, links.String(), n)
		for steps, want := range map[int64]error{c.steps: ErrTooManySteps, 4 * c.steps: nil} {
			s, err := (&Compiler{MaxSteps: steps}).Compile("s.json", []byte(schema))
			if err != nil {
				t.Fatal(err)
			}
			if found, err := s.Check([]byte("1")); err != want || err == nil && len(found) == 0 {
				t.Errorf("%s: %d steps: %v, %v", c.link, steps, err, found)
			}
		}
	}
}

// TestLongFormula checks that there is no program for a schema whose formula would have too many parts.
func TestLongFormula(t *testing.T) {
	const n = 8000
	var links strings.Builder
	for i := range n {
		fmt.Fprintf(&links, `"d%d": {"minLength": 1, "$ref": "#/$defs/d%d"}, `, i, i+1)
	}
	s := compile(t, fmt.Sprintf(`{"$ref": "#/$defs/d0", "$defs": {%s "d%d": {}}}`, links.String(), n))
	if s.program != nil {
		t.Error("there is a program")
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

// TestConcurrentSteps checks that the steps of each document are counted for itself.
func TestConcurrentSteps(t *testing.T) {
	s, err := (&Compiler{MaxSteps: 100_000}).Compile("s.json", []byte(`{"items": {"type": "null"}}`))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 20 {
				isLong := i%2 > 0
				document := "[1" + strings.Repeat(", 1", 10) + "]"
				if isLong {
					document = "[1" + strings.Repeat(", 1", 20_000) + "]"
				}
				found, err := s.Check([]byte(document))
				if errors.Is(err, ErrTooManySteps) != isLong || (len(found) > 0) == isLong {
					t.Errorf("%d findings, %v", len(found), err)
				}
			}
		})
	}
	group.Wait()
}
