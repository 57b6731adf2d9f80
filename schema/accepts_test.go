package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// TestLines compares AcceptsLines with Check on texts of lines. One of the lines may be invalid.
func TestLines(t *testing.T) {
	schemas := []*Schema{compile(t, orderSchema), compile(t, `{"type": ["object", "integer", "string", "array"], "maxItems": 2}`)}
	unique, err := (&Compiler{Options: []tokenizer.Option{tokenizer.UniqueNames()}}).Compile("s.json", []byte(orderSchema))
	if err != nil {
		t.Fatal(err)
	}
	schemas = append(schemas, unique)
	good := [][]string{{"%s"}, {"1", `"a\"\u00e9"`, "[]", "[1,2]", `{"a":[1,2,{}]}`, " 12 ", "\t[]\r"}, {"%s"}}
	bad := [][]string{{"{}", "[", "", `{"id":1,"customer":{"name":1},"items":[]}`}, {"true", "[1,2,3]", "1 2", "{}x", "-", "\"\xFF\""}, {`{"id":1,"id":2}`}}
	r := rand.New(rand.NewPCG(1, 2))
	for i, s := range schemas {
		for _, lines := range []int{1, 2, 3, 10, 1000} {
			for range 20 {
				var text bytes.Buffer
				invalid := r.IntN(2 * lines)
				want := true
				for n := range lines {
					line := good[i][r.IntN(len(good[i]))]
					if line == "%s" {
						line = string(order(1+r.IntN(3), func(int) bool { return false }))
					}
					if n == invalid {
						line = bad[i][r.IntN(len(bad[i]))]
					}
					if len(bytes.TrimSpace([]byte(line))) > 0 {
						found, err := s.Check([]byte(line))
						want = want && err == nil && len(found) == 0
					}
					text.WriteString(line)
					if n < lines-1 || r.IntN(2) == 0 {
						fmt.Fprint(&text, []string{"\n", "\r\n", "\n\n"}[r.IntN(3)])
					}
				}
				if got := s.AcceptsLines(text.Bytes()); got != want {
					t.Fatalf("schema %d, %d lines: %v, want %v: %.300s", i, lines, got, want, text.Bytes())
				}
			}
		}
		if !s.AcceptsLines(nil) || !s.AcceptsLines([]byte("\n\r\n \n")) {
			t.Error("blank lines are not accepted")
		}
	}
	if new(Schema).AcceptsLines([]byte("{}")) {
		t.Error("the zero Schema accepts a line")
	}
	if acceptsValue(t, new(Schema), "{}") || acceptsValue(t, unique, "{}") || schemas[1].AcceptsValue(document.Value{}) {
		t.Error("a value is accepted")
	}
}

// TestShortLines compares AcceptsLines with Check on random texts.
func TestShortLines(t *testing.T) {
	var schemas []*Schema
	for _, text := range []string{`true`, `{"type": ["object", "number"]}`, `{"items": {"type": ["string", "array"]}}`} {
		schemas = append(schemas, compile(t, text))
	}
	parts := []string{
		"{", "}", "[", "]", `"a"`, `"\\"`, `"\""`, ":", ",", "1", "-0", "1e5", "null", " ", "\t", "\r", "\n", "\n", "\f", "\v", "\u00a0", "\u2028", "\ufeff",
		"1\n", "{}\n", "[]\n", `{"a":1}`, `["x"]`,
	}
	r := rand.New(rand.NewPCG(3, 4))
	accepted := 0
	for range 30_000 {
		var text []byte
		for range 1 + r.IntN(8) {
			text = append(text, parts[r.IntN(len(parts))]...)
		}
		s := schemas[r.IntN(len(schemas))]
		want := true
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			if len(bytes.Trim(line, " \t\r")) > 0 {
				found, err := s.Check(line)
				want = want && err == nil && len(found) == 0
			}
		}
		if got := s.AcceptsLines(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		if want {
			accepted++
		}
	}
	if accepted < 1000 {
		t.Errorf("%d texts are valid", accepted)
	}
}

// TestReaders compares AcceptsReader with Check, for readers that return few bytes at a time.
func TestReaders(t *testing.T) {
	for _, c := range allCases(t) {
		s, err := c.compiler().Compile("s.json", c.schema)
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Check(c.document)
		for _, r := range []io.Reader{bytes.NewReader(c.document), iotest.OneByteReader(bytes.NewReader(c.document)), iotest.DataErrReader(bytes.NewReader(c.document))} {
			got := s.AcceptsReader(r)
			if want := err == nil && len(found) == 0; got != want && (got || !mayAsk(s, c.document)) {
				t.Errorf("%s: %v, want %v", c.name, got, want)
			}
		}
	}
	s := compile(t, `true`)
	if s.AcceptsReader(iotest.ErrReader(errors.New("broken"))) || s.AcceptsReader(io.MultiReader(strings.NewReader("[1"), iotest.TimeoutReader(strings.NewReader("]]")))) {
		t.Error("an incomplete document is accepted")
	}
	if new(Schema).AcceptsReader(strings.NewReader("1")) {
		t.Error("the zero Schema accepts a document")
	}
}

// TestManyParts checks documents that are indexed in many parts. Tokens and skipped values begin and end
// near the ends of parts. Some documents are damaged in one byte.
func TestManyParts(t *testing.T) {
	s := compile(t, `{
		"type": "array",
		"maxItems": 100000,
		"items": {
			"oneOf": [
				{"type": "object", "properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}, "required": ["kind", "n"]},
				{"type": "object", "properties": {"kind": {"const": "b"}, "n": {"type": "array", "items": {"type": ["number", "string"]}}}, "required": ["kind", "n"]},
				{"type": "string"}
			]
		}
	}`)
	documents := 100
	if longtest.Off() {
		documents = 24
	}
	r := rand.New(rand.NewPCG(5, 6))
	count := map[bool]int{}
	for i := range documents {
		document := longDocument(r, 1+r.IntN(12))
		if i%2 == 1 {
			document[r.IntN(len(document))] = "{}[]\",:1ab\\ "[r.IntN(12)]
		}
		found, err := s.Check(document)
		want := err == nil && len(found) == 0
		if tokenizer.Valid(document) {
			value, err := newDecoder(newTokens(document, s.options), 1).document()
			if err != nil {
				t.Fatal(err)
			}
			left := int64(1 << 40)
			if valid, err := s.graph.Accepts(s.root, value, &left); err != nil || valid != want {
				t.Fatalf("document %d: Check accepts is %v, and an inquiry %v, %v", i, want, valid, err)
			}
		} else if want {
			t.Fatalf("document %d is not JSON, and accepted", i)
		}
		for _, in := range []io.Reader{bytes.NewReader(document), iotest.HalfReader(bytes.NewReader(document)), iotest.DataErrReader(bytes.NewReader(document))} {
			if got := s.AcceptsReader(in); got != want {
				t.Fatalf("document %d of %d bytes: %v, want %v", i, len(document), got, want)
			}
		}
		count[want]++
	}
	if min(count[true], count[false]) < documents/4 {
		t.Errorf("%d valid and %d invalid documents", count[true], count[false])
	}
}

// longDocument returns a document of the given number of pieces of about 100 KB.
func longDocument(r *rand.Rand, pieces int) []byte {
	b := []byte("[")
	for len(b) < 100_000*pieces {
		switch r.IntN(40) {
		default:
			b = append(b, `{"kind":"a","n":12,"x":{"y":[1,{"z":"\\"}],"v":-0.5e3}},`...)
		case 0:
			b = append(b, `{"kind":"b","n":[`...)
			for range r.IntN(5000) {
				b = append(b, []string{`1,`, `"a",`, `12.5,`, `"\"",`}[r.IntN(4)]...)
			}
			b = append(b, `""]},`...)
		case 1:
			b = fmt.Appendf(b, `"%s",`, strings.Repeat([]string{"x", `\\`, "é", `\"`}[r.IntN(4)], r.IntN(20_000)))
		case 2:
			b = fmt.Appendf(b, `{"n":1,"rest":[%s1],"kind":"a"},`, strings.Repeat(`[{"a":"b"},true],`, r.IntN(3000)))
		case 3:
			b = append(b, strings.Repeat(" \n", r.IntN(20_000))...)
		case 4:
			if r.IntN(300) == 0 {
				b = append(b, `{"kind":"c"},`...)
			}
		}
	}
	return append(b, `""]`...)
}

// TestReaderTakesLittleMemory checks that the memory for a stream does not depend on its length.
func TestReaderTakesLittleMemory(t *testing.T) {
	n := 2_000_000
	if longtest.Off() {
		n = 200_000
	}
	s := compile(t, `{"items": {"type": "object", "unevaluatedProperties": false, "anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}}`)
	one := `{"a":1},`
	stream := func() io.Reader {
		return io.MultiReader(strings.NewReader("["), &repeated{text: one, left: n * len(one)}, strings.NewReader("{}]"))
	}
	if !s.AcceptsReader(stream()) {
		t.Fatal("the document is not accepted")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.AcceptsReader(stream())
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

// TestMemoryOfUniqueItems checks that arrays of many short elements, which must be different, do not
// take more memory than AcceptsReader documents.
func TestMemoryOfUniqueItems(t *testing.T) {
	if longtest.Off() {
		t.Skip("takes a second")
	}
	s := compile(t, `{"uniqueItems": true}`)
	in := &repeated{text: "null,", left: 8 << 20 * len("null,")}
	if s.AcceptsReader(io.MultiReader(strings.NewReader("["), in, strings.NewReader("0]"))) {
		t.Error("the document is accepted")
	}
	if in.left == 0 {
		t.Error("the whole document was read")
	}
}

// TestLargeLimits checks limits on lengths that are near the largest integer of 32 bits.
func TestLargeLimits(t *testing.T) {
	for _, n := range []int{1 << 29, 1 << 30, 1<<31 - 1} {
		for _, noun := range []string{"Length", "Items", "Properties"} {
			s := compile(t, fmt.Sprintf(`{"not": {"max%s": %d}}`, noun, n))
			for _, document := range []string{`"a"`, `["a"]`, `{"a":1}`} {
				if found, err := s.Check([]byte(document)); err != nil || len(found) == 0 {
					t.Errorf("max%s %d: %s: %d findings, %v", noun, n, document, len(found), err)
				}
			}
		}
	}
}

// A repeated reads a text again and again.
type repeated struct {
	text     string
	at, left int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) && r.left > 0 {
		k := copy(p[n:min(len(p), n+r.left)], r.text[r.at:])
		r.at = (r.at + k) % len(r.text)
		n, r.left = n+k, r.left-k
	}
	if r.left == 0 {
		err = io.EOF
	}
	return n, err
}

// TestRepeatedNames checks documents in which only the last of the members with equal names is valid,
// or only the others are: the last member counts.
func TestRepeatedNames(t *testing.T) {
	for schema, invalid := range map[string]string{
		`{"properties": {"a": {"type": "null"}}}`:                                     `{"a":null,"a":1}`,
		`{"not": {"properties": {"a": {"type": "string"}}}}`:                          `{"a":1,"a":"x"}`,
		`{"oneOf": [{"properties": {"a": {"type": "string"}}}, {"required": ["a"]}]}`: `{"a":1,"a":"x"}`,
		`{"if": {"properties": {"a": {"const": 2}}}, "then": {"required": ["b"]}}`:    `{"a":1,"a":2}`,
		`{"minProperties": 2}`:                         `{"a":1,"a":2}`,
		`{"const": {"a": 1}}`:                          `{"a":1,"a":2}`,
		`{"properties": {"b": {"uniqueItems": true}}}`: `{"b":[{"a":1},{"a":2,"a":1}]}`,
		`{"properties": {"b": {"contains": {"properties": {"a": {"const": 1}}}, "minContains": 0, "maxContains": 0}}}`: `{"b":[{"a":2,"a":1}]}`,
		`{"additionalProperties": {"not": {"minProperties": 1, "maxProperties": 1}}}`:                                  `{"b":{"a":2,"\u0061":1}}`,
		`{"not": {"maxProperties": 12}}`: `{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"11":0,"11":0}`,
	} {
		s := compile(t, schema)
		found, err := s.Check([]byte(invalid))
		if err != nil || len(found) == 0 || s.AcceptsLines([]byte(invalid+"\n")) || s.AcceptsReader(strings.NewReader(invalid)) {
			t.Errorf("%s accepts %s (%v)", schema, invalid, err)
		}
	}
}

// TestDepthOfAcceptedDocuments checks that programs observe the limit for the depth, also in values
// that they do not examine.
func TestDepthOfAcceptedDocuments(t *testing.T) {
	for _, schema := range []string{`true`, `{"items": {"$ref": "#"}}`, `{"type": "array"}`, `{"properties": {"a": {"type": "null"}}}`, `{"uniqueItems": true}`} {
		s := compile(t, schema)
		for depth := DefaultMaxDepth - 2; depth <= DefaultMaxDepth+2; depth++ {
			text := strings.Repeat("[", depth) + "0" + strings.Repeat("]", depth)
			_, err := s.Check([]byte(text))
			want := depth <= DefaultMaxDepth
			if (err == nil) != want || s.AcceptsLines([]byte(text+"\n")) != want || acceptsValue(t, s, text) != want || s.AcceptsReader(strings.NewReader(text)) != want {
				t.Errorf("%s: depth %d: %v", schema, depth, err)
			}
		}
	}
}

// TestHugeNumbersAnywhere checks that programs notice huge numbers also in values that they do not
// examine, and that they find the end of such values.
func TestHugeNumbersAnywhere(t *testing.T) {
	for _, schema := range []string{`true`, `{"items": {"type": ["array", "object", "number"]}}`, `{"properties": {"a": {"items": {"maxItems": 5}}}}`, `{"uniqueItems": true}`} {
		s := compile(t, schema)
		for _, text := range []string{
			`[%s]`, `[3,%s,2]`, `[[%s]]`, `{"a":%s}`, `{"a":[%s]}`, `[{"b":[[],{},"\"]\\",%s,{"c":null}]},{"a":3}]`, `{"b":{"\"}":"[","c":[true,%s]},"a":[]}`,
		} {
			for number, isHuge := range map[string]bool{"1": false, "1e1001": true, "-1E-1001": true, "0e9999": true, "12345": false, "1.5e99": false, "1e1000": false} {
				document := []byte(strings.ReplaceAll(text, "%s", number))
				found, err := s.Check(document)
				if (len(found) == 0) == isHuge || err != nil || s.AcceptsLines(append(document, '\n')) == isHuge || s.AcceptsReader(bytes.NewReader(document)) == isHuge || acceptsValue(t, s, string(document)) == isHuge {
					t.Errorf("%s: %s: %d findings, %v", schema, document, len(found), err)
				}
			}
		}
	}
}

// acceptsValue returns the result of AcceptsValue for a document, which must be the same if the document is a value of another one.
func acceptsValue(t *testing.T, s *Schema, text string) bool {
	t.Helper()
	accepts := func(text string, keys ...any) bool {
		d, err := document.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.AcceptsValue(d.Get(keys...))
	}
	alone := accepts(text)
	for _, around := range []string{`[0,%s]`, `["\"]",%s,1]`, `[[{"a": 1}] , %s , [ ]]`} {
		if accepts(strings.Replace(around, "%s", text, 1), 1) != alone {
			t.Errorf("AcceptsValue accepts the document, or it as a value in %s, but not both: %s", around, text)
		}
	}
	return alone
}

// TestEmptyContainers compares programs with the engine on empty arrays and objects.
func TestEmptyContainers(t *testing.T) {
	for _, schema := range []string{
		`{"minItems": 1}`, `{"required": ["a"]}`, `{"minProperties": 0, "minItems": 0}`, `{"contains": true}`, `{"contains": true, "minContains": 0}`, `{"const": []}`,
		`{"const": {}}`, `{"enum": [[], [[]], {"a": {}}]}`, `{"not": {"maxItems": 0}}`, `{"oneOf": [{"maxProperties": 0}, {"required": ["a"]}, {"maxItems": 1}]}`,
		`{"unevaluatedItems": false, "prefixItems": [{"minItems": 1}]}`, `{"unevaluatedProperties": false, "anyOf": [{"required": ["a"]}, {"type": "array"}]}`,
		`{"if": {"maxItems": 0, "maxProperties": 0}, "then": {"type": "array"}, "else": {"items": {"minItems": 1}}}`, `{"uniqueItems": true, "items": {"maxItems": 1}}`,
		`{"additionalProperties": {"minItems": 1, "minProperties": 1}}`, `{"dependentRequired": {"a": ["b"]}}`, `{"propertyNames": false}`,
	} {
		for _, s := range []string{schema, `{"items": ` + schema + `}`, `{"items": {"additionalProperties": ` + schema + `}}`} {
			compiled := compile(t, s)
			for _, document := range []string{`[]`, `{}`, `[[]]`, `[{}]`, `[[],[]]`, `[{},[],{}]`, `{"a":{}}`, `{"a":[]}`, `[{"a":[]}]`, `[{"a":{}},{"b":[]}]`, `[[ ] ]`, ` { }`} {
				if a := compare(compiled, []byte(document)); a != bothAccept && a != bothReject || acceptsValue(t, compiled, document) != (a == bothAccept) {
					t.Errorf("%s: %s: %v", s, document, a)
				}
			}
		}
	}
}

// TestChoices compares programs with the engine on schemas with alternatives that a member tells
// apart, and on objects in which that member is at different places.
func TestChoices(t *testing.T) {
	alternatives := []string{
		`{"required": ["k"], "properties": {"k": {"const": "a"}, "v": {"type": "integer"}}}`,
		`{"required": ["k", "v"], "properties": {"k": {"enum": ["b", "c", 1]}, "v": {"type": "string"}}, "additionalProperties": {"type": "null"}}`,
		`{"properties": {"k": {"const": "c"}, "j": {"const": "a"}}, "minProperties": 2}`,
		`{"type": "object", "properties": {"k": {"type": "string", "enum": ["d", "a"]}}, "maxProperties": 3}`,
		`{"properties": {"k": {"type": ["string", "null"]}, "v": {"const": "x"}}, "required": ["v"]}`,
		`{"allOf": [{"properties": {"k": {"const": "e"}}}], "properties": {"k": {"pattern": "e"}}, "required": ["k"]}`,
		`{"not": {"properties": {"k": {"const": "a"}}}}`,
		`{"if": {"properties": {"k": {"const": "b"}}}, "then": {"required": ["v"]}, "else": {"required": ["j"]}}`,
		`{"unevaluatedProperties": false, "anyOf": [{"properties": {"k": {"const": "a"}, "v": true}}, {"properties": {"k": {"const": "b"}, "j": true}}]}`,
	}
	members := []string{
		`"k": "a"`, `"k": "b"`, `"k": "c"`, `"k": "d"`, `"k": "e"`, `"k": "z"`, `"k": 1`, `"k": null`, `"\u006b": "a"`, `"k": "\u0061"`, `"k": "a\\"`, `"k": ["a"]`,
		`"v": 1`, `"v": "x"`, `"j": "a"`, `"j": "x\"y"`, `"w": {}`, `"w": {"k": "a"}`, `"w": [1, "k"]`, `"w": null`, `"": -1.5e3`, `"w\\": true`,
	}
	r := rand.New(rand.NewPCG(5, 6))
	n := 1200
	if longtest.Off() {
		n = 300
	}
	count := map[agreement]int{}
	for range n {
		var chosen []string
		for range 2 + r.IntN(3) {
			chosen = append(chosen, alternatives[r.IntN(len(alternatives))])
		}
		schema := `{"` + []string{"oneOf", "anyOf", "oneOf", "allOf"}[r.IntN(4)] + `": [` + strings.Join(chosen, ", ") + `]}`
		if r.IntN(3) == 0 {
			schema = `{"items": ` + schema + `, "properties": {"w": {"type": ["object", "null"]}}}`
		}
		s := compile(t, schema)
		for range 100 {
			var object []string
			for range r.IntN(12) {
				object = append(object, members[r.IntN(len(members))])
			}
			document := []byte("{" + strings.Join(object, ",") + "}")
			if r.IntN(3) == 0 {
				document = []byte("[" + string(document) + ", {}, " + string(document) + "]")
			}
			a := compare(s, document)
			if count[a]++; a == falseYes || a == asksForValid && !mayAsk(s, document) {
				t.Fatalf("%s: %s: %v", schema, document, a)
			}
			if s.AcceptsReader(bytes.NewReader(document)) != (a == bothAccept) || acceptsValue(t, s, string(document)) != (a == bothAccept) {
				t.Fatalf("%s: %s: AcceptsReader or AcceptsValue disagrees with %v", schema, document, a)
			}
		}
	}
	if count[bothAccept] < n || count[bothReject] < n {
		t.Errorf("the documents do not test enough: %v", count)
	}
}

// TestBothDependencies checks schemas that have the old keyword "dependencies" and the new ones for
// the same member: all of them count.
func TestBothDependencies(t *testing.T) {
	for _, schema := range []string{
		`{"dependencies": {"a": {"maxProperties": 3}}, "dependentSchemas": {"a": {"required": ["b"]}}}`,
		`{"dependencies": {"a": {"required": ["b"]}}, "dependentSchemas": {"a": {"maxProperties": 3}}}`,
		`{"dependencies": {"a": ["c"]}, "dependentRequired": {"a": ["b"]}}`,
		`{"dependencies": {"a": ["b"]}, "dependentRequired": {"a": ["c"]}}`,
		`{"dependencies": {"a": ["b"]}, "dependentSchemas": {"a": true}}`,
	} {
		s := compile(t, schema)
		for document, want := range map[string]agreement{`{"a":1,"c":2}`: bothReject, `{"a":1,"b":2,"c":3}`: bothAccept, `{"b":1}`: bothAccept} {
			if a := compare(s, []byte(document)); a != want {
				t.Errorf("%s: %s: %v", schema, document, a)
			}
		}
	}
}
