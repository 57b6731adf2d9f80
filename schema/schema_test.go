package schema

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// TestErrorsAreIndependent checks that an error is not changed by later documents.
func TestErrorsAreIndependent(t *testing.T) {
	s := compile(t, `{"type": "object"}`)
	_, first := s.Check([]byte(`{"a": [1, 2, x]}`))
	want := fmt.Sprintf("%+v", first)
	for _, other := range []string{`[1, {"b": tru}]`, `{"c": 1}`, `[]`, `{"d": {"e": "`} {
		_, _ = s.Check([]byte(other))
	}
	var e *tokenizer.SyntaxError
	if !errors.As(first, &e) {
		t.Fatal(first)
	}
	pointer, _ := e.Pointer()
	if got := fmt.Sprintf("%+v", first); got != want || pointer != "/a/2" || e.Offset != 13 {
		t.Errorf("%s, %s, offset %d; want %s", got, pointer, e.Offset, want)
	}
}

func compile(t testing.TB, schema string) *Schema {
	t.Helper()
	s, err := Compile("s.json", []byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCheckReturnsSyntaxErrors(t *testing.T) {
	s := compile(t, `true`)
	for _, doc := range []string{``, ` `, `{`, `{"a"`, `{"a":`, `{"a":1`, `[`, `[1`, `[1,]`, `1 2`, `nul`, "\"\xff\"", `{"a":1,}`, `[01]`} {
		want := tokenizer.Check([]byte(doc))
		findings, err := s.Check([]byte(doc))
		var bad *tokenizer.SyntaxError
		if !errors.As(err, &bad) || err.Error() != want.Error() || findings != nil {
			t.Errorf("%q: got %v and %d findings, want %v", doc, err, len(findings), want)
		}
	}
}

// A schema, and one to which it refers, may have what JSON with comments has, and a byte order mark.
func TestSchemasWithComments(t *testing.T) {
	files := fstest.MapFS{
		"a.json": {Data: []byte("\uFEFF// é\n{\"items\": {\"$ref\": \"b.json\"}, /* 1 */ \"minItems\": 2,}")},
		"b.json": {Data: []byte("\uFEFF{\"const\": \"/* // ,}\", } // end")},
	}
	s, err := (&Compiler{Files: files}).CompileFile("a.json")
	if err != nil {
		t.Fatal(err)
	}
	for doc, want := range map[string]string{
		`["/* // ,}", "/* // ,}"]`: "",
		`["/* // ,}"]`:             "a.json#/minItems",
		`["/* // ,}", ""]`:         "b.json#/const",
	} {
		findings, err := s.Check([]byte(doc))
		got := ""
		for _, f := range findings {
			got += f.Location
		}
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v; want %q", doc, got, err, want)
		}
	}
}

func TestDepth(t *testing.T) {
	s := compile(t, `{"type": "object"}`)
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if findings, err := s.Check(nested(DefaultMaxDepth)); err != nil || len(findings) != 1 {
		t.Errorf("at the limit: %v, %d findings", err, len(findings))
	}
	var bad *tokenizer.SyntaxError
	if _, err := s.Check(nested(DefaultMaxDepth + 1)); !errors.As(err, &bad) || bad.Offset != DefaultMaxDepth {
		t.Errorf("beyond it: %v", err)
	}
	deeper, err := (&Compiler{Options: []tokenizer.Option{tokenizer.MaxDepth(5000)}}).Compile("s.json", []byte(`{"items": {"$ref": "#"}, "minItems": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	if findings, err := deeper.Check(nested(5000)); err != nil || len(findings) != 1 || findings[0].Offset != 4999 {
		t.Errorf("with an option: %v, %d findings", err, len(findings))
	}
}

func TestOptions(t *testing.T) {
	s, err := (&Compiler{Options: []tokenizer.Option{tokenizer.UniqueNames(), tokenizer.AllowBOM()}}).Compile("s.json", []byte(`{"properties": {"a": {"type": "null"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var bad *tokenizer.SyntaxError
	if _, err := s.Check([]byte(`{"a":1,"a":null}`)); !errors.As(err, &bad) || bad.Kind != tokenizer.DuplicateName {
		t.Errorf("duplicate name: %v", err)
	}
	findings, err := s.Check([]byte("\xEF\xBB\xBF{\"a\":1}"))
	if err != nil || len(findings) != 1 || findings[0].Offset != 8 {
		t.Errorf("byte order mark: %v, %v", err, findings)
	}
}

func TestDraft(t *testing.T) {
	const schema = `{"items": [{"type": "string"}]}` // valid before 2020-12 only
	for draft := range Draft2020 + 1 {
		_, err := (&Compiler{Draft: draft}).Compile("s.json", []byte(schema))
		if wantError := draft == 0 || draft == Draft2020; (err != nil) != wantError {
			t.Errorf("draft %d: %v", draft, err)
		}
	}
}

// TestManyFindings checks that all findings are located in one walk. With a walk for each finding,
// this test would take hours.
func TestManyFindings(t *testing.T) {
	n := 200_000
	if longtest.Off() {
		n = 5_000
	}
	doc := []byte("[" + strings.Repeat("\"é\",", n-1) + "1]")
	c := &Compiler{MaxFindings: 2 * n}
	all, err := c.Compile("s.json", []byte(`{"items": {"type": "null"}, "uniqueItems": true}`))
	if err != nil {
		t.Fatal(err)
	}
	findings, err := all.Check(doc)
	if err != nil || len(findings) != 2*n-2 {
		t.Fatalf("%v, %d findings", err, len(findings))
	}
	last := findings[len(findings)-1]
	if last.Pointer != "/"+strconv.Itoa(n-1) || last.Offset != int64(len(doc)-2) || last.Position != tokenizer.Locate(doc, last.Offset) {
		t.Errorf("the last one is %+v", last)
	}
	first, _ := compile(t, `{"items": {"type": "null"}, "uniqueItems": true}`).Check(doc)
	if len(first) != DefaultMaxFindings || describe(first) != describe(findings[:DefaultMaxFindings]) {
		t.Errorf("%d findings without MaxFindings, or others", len(first))
	}
}

// TestUniqueItemsIsLinear checks that items that differ only in their brackets do not take more
// time than others.
func TestUniqueItemsIsLinear(t *testing.T) {
	bits := 15
	if longtest.Off() {
		bits = 12
	}
	items := make([]string, 1<<bits)
	for i := range items {
		parts := make([]string, bits)
		for bit := range parts {
			parts[bit] = []string{`["a"],"a"`, `["a","a"]`}[i>>bit&1]
		}
		items[i] = "[" + strings.Join(parts, ",") + "]"
	}
	findings, err := compile(t, `{"uniqueItems": true}`).Check([]byte("[" + strings.Join(items, ",") + "]"))
	if err != nil || len(findings) != 0 {
		t.Errorf("%v, %d findings", err, len(findings))
	}
}

// TestMendReachesAll checks that this package compares the items of an array, wherever the schema
// with "uniqueItems" occurs. Unlike the engine, it reports two findings if three items are equal.
func TestMendReachesAll(t *testing.T) {
	const d4, d7, d19 = `"$schema":"http://json-schema.org/draft-04/schema#",`, `"$schema":"http://json-schema.org/draft-07/schema#",`, `"$schema":"https://json-schema.org/draft/2019-09/schema",`
	const unique, equal = `{"uniqueItems":true}`, `[1,1,1]`
	for schema, document := range map[string]string{
		`U`:                             `E`,
		`{"properties":{"a":U}}`:        `{"a":E}`,
		`{"patternProperties":{"a":U}}`: `{"a":E}`,
		`{"additionalProperties":U}`:    `{"a":E}`,
		`{"dependentSchemas":{"a":{"properties":{"a":U}}}}`: `{"a":E}`,
		`{"unevaluatedProperties":U}`:                       `{"a":E}`,
		`{"items":U}`:                                       `[E]`,
		`{"prefixItems":[U]}`:                               `[E]`,
		`{"unevaluatedItems":U}`:                            `[E]`,
		`{"allOf":[U]}`:                                     `E`,
		`{"anyOf":[U]}`:                                     `E`,
		`{"oneOf":[U]}`:                                     `E`,
		`{"if":true,"then":U}`:                              `E`,
		`{"if":false,"else":U}`:                             `E`,
		`{"$ref":"#/$defs/u","$defs":{"u":U}}`:              `E`,
		`{"$dynamicRef":"#u","$defs":{"u":{"$dynamicAnchor":"u","allOf":[U]}}}`: `E`,
		`{` + d19 + `"$recursiveRef":"#/$defs/u","$defs":{"u":U}}`:              `E`,
		`{` + d7 + `"items":[U]}`:                                    `[E]`,
		`{` + d7 + `"items":U}`:                                      `[E]`,
		`{` + d7 + `"items":[true],"additionalItems":U}`:             `[0,E]`,
		`{` + d4 + `"dependencies":{"a":{"properties":{"a":U}}}}`:    `{"a":E}`,
		`{` + d7 + `"$ref":"#/definitions/u","definitions":{"u":U}}`: `E`,
	} {
		schema, document = strings.ReplaceAll(schema, "U", unique), strings.ReplaceAll(document, "E", equal)
		findings, err := compile(t, schema).Check([]byte(document))
		if err != nil || len(findings) != 2 || findings[0].Keyword != "uniqueItems" {
			t.Errorf("%s: %v, %s", schema, err, describe(findings))
		}
	}
}

// TestHugeNumbersAreLimited checks that huge numbers are recorded only until the limit is reached.
func TestHugeNumbersAreLimited(t *testing.T) {
	_, huge, err := decode([]byte("["+strings.Repeat("1e1001,", 99)+"1]"), 10, nil)
	if err != nil || len(huge) != 10 {
		t.Errorf("%d numbers, %v", len(huge), err)
	}
	_, huge, err = decode([]byte(`{"a":1e1001,"a":1,"b":1e1001}`), 1, nil)
	if err != nil || len(huge) == 0 {
		t.Errorf("one that is still there has been forgotten: %v", err)
	}
}

func TestConcurrentChecks(t *testing.T) {
	cases := allCases(t)
	rand.New(rand.NewPCG(38, 1)).Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
	for _, c := range cases[:50] {
		s, err := c.compiler().Compile("s.json", c.schema)
		if err != nil {
			t.Fatal(err)
		}
		another, _ := c.compiler().Compile("s.json", c.schema) // so that goroutines are the first to use s
		want, _ := another.Check(c.document)
		var covered Coverage
		another.Cover(c.document, &covered)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if got, err := s.Check(c.document); err != nil || describe(got) != describe(want) {
					t.Errorf("%s: %v, %s", c.name, err, describe(got))
				}
				var coverage Coverage
				if err := s.Cover(c.document, &coverage); err != nil || describeCoverage(&coverage) != describeCoverage(&covered) {
					t.Errorf("%s: %v, %s", c.name, err, describeCoverage(&coverage))
				}
			})
		}
		wg.Wait()
	}
}

// TestMessageQuotesNothing checks that Message does not quote the document, for any keyword.
func TestMessageQuotesNothing(t *testing.T) {
	const secret = "98765432101"
	documents := []string{
		`"S"`, `S`, `-S.5`, `["S","S"]`, `[S,S,{"S":S}]`, `[["S"],["S"]]`,
		`{"S":"S"}`, `{"S":S,"a":"S","b":["S"],"c":{"S":"S"},"kind":"S","id":S,"k":1,"card":"S","d":S}`,
	}
	quoted := 0
	for _, c := range allCases(t) {
		s, err := c.compiler().Compile("s.json", c.schema)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range documents {
			findings, err := s.Check([]byte(strings.ReplaceAll(document, "S", secret)))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range findings {
				if strings.Contains(f.Message, secret) {
					t.Errorf("%s: %s", c.name, f.Message)
				}
				if strings.Contains(f.Detail, secret) {
					quoted++
				}
			}
		}
	}
	if quoted < 200 {
		t.Errorf("%d details quote the document, want 200 or more", quoted)
	}
}

func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	s := compile(t, fmt.Sprintf(`{"enum": ["%s"], "description": "%s"}`, long, long))
	findings, err := s.Check([]byte(`"` + long + `y"`))
	if err != nil || len(findings) != 1 {
		t.Fatal(err, len(findings))
	}
	if f := findings[0]; len(f.Message) > 200 || len(f.Detail) > 200 {
		t.Errorf("%d and %d bytes", len(f.Message), len(f.Detail))
	}
}

func TestDeclared(t *testing.T) {
	for doc, want := range map[string]string{
		`{"$schema": "a.json"}`:                     "a.json",
		"\xEF\xBB\xBF{\"$schema\": \"a.json\"}":     "a.json",
		`{"a": {"$schema": "b"}, "$schema": "a", x`: "a",
		`{"\u0024schema": "\u0061"}`:                "a",
		`{"$schema": "a", "$schema": "b"}`:          "a",
		`{"$schema": 1}`:                            "none",
		`{"$schema": ""}`:                           "",
		`{"a": [{}], "b": "$schema"}`:               "none",
		`["$schema", "a"]`:                          "none",
		`{"a": nul, "$schema": "a"}`:                "none",
		`{"$schema"`:                                "none",
		``:                                          "none",
		`"$schema"`:                                 "none",
	} {
		got, ok := Declared([]byte(doc))
		if !ok {
			got.Name = "none"
		}
		if got.Name != want {
			t.Errorf("%s: %q, want %q", doc, got.Name, want)
		}
		if value := doc[got.Offset:][:got.Length]; ok && (value[0] != '"' || value[len(value)-1] != '"') {
			t.Errorf("%s: the value is %s", doc, value)
		}
	}
}

// TestZeroSchema checks that the zero Schema returns an error for every document.
func TestZeroSchema(t *testing.T) {
	for _, text := range []string{`{}`, `[1e400]`, `{`} {
		if found, err := new(Schema).Check([]byte(text)); found != nil || err != errNotCompiled {
			t.Errorf("%s: %v, %v", text, found, err)
		}
	}
}

// Each of many parts that are compiled together rejects what does not have its type.
func TestCompileAtManyParts(t *testing.T) {
	var definitions, pointers []string
	for i := range 200 {
		definitions = append(definitions, fmt.Sprintf(`"d%d": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}`, i))
		pointers = append(pointers, fmt.Sprintf("/$defs/d%d", i))
	}
	var c Compiler
	all, err := c.CompileAt("s.json", []byte(`{"$defs": {`+strings.Join(definitions, ", ")+`}}`), pointers...)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range all {
		for text, want := range map[string]int{`5`: 1, `{"a": 5, "b": "x"}`: 2, `{"a": "x", "b": 5}`: 0} {
			if found, err := s.Check([]byte(text)); err != nil || len(found) != want {
				t.Errorf("%s, %s: %v %v, want %d findings", pointers[i], text, found, err, want)
			}
		}
	}
}

// A part of a schema is checked in the same way as a schema that only refers to it.
func TestCompileAt(t *testing.T) {
	const text = `{"$defs": {
		"a/b~%{}": {"type": "array", "uniqueItems": true, "items": {"$ref": "#/$defs/c"}, "minItems": 1},
		"c": {"anyOf": [{"type": "string", "maxLength": 2}, {"$ref": "#/$defs/a~1b~0%25%7B%7D"}, {"$dynamicRef": "#d"}]},
		"d": {"$dynamicAnchor": "d", "const": 7}
	}}`
	pointers := []string{"/$defs/a~1b~0%{}", "/$defs/c", "/$defs/d", "", "/$defs/c/anyOf/0", "/$defs/c"}
	parts, err := new(Compiler).CompileAt("all.json", []byte(text), pointers...)
	if err != nil {
		t.Fatal(err)
	}
	for i, pointer := range pointers {
		c := Compiler{Resources: map[string][]byte{"file:///all.json": []byte(text)}}
		whole, err := c.Compile("one.json", fmt.Appendf(nil, `{"$ref": "all.json#%s"}`, escapePointer(pathOf(pointer))))
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range []string{`[]`, `["a"]`, `["abc"]`, `["a","a"]`, `"abc"`, `7`, `8`, `[[["x",7]]]`, `[[["x",8]]]`, `{}`, `[`} {
			got, gotErr := parts[i].Check([]byte(document))
			want, wantErr := whole.Check([]byte(document))
			if !reflect.DeepEqual(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Errorf("%q: %s: got %v, %v, want %v, %v", pointer, document, got, gotErr, want, wantErr)
			}
		}
	}
	for _, pointer := range []string{"$defs/c", "/$defs/none", "/$defs/c/anyOf/7"} {
		if _, err := new(Compiler).CompileAt("all.json", []byte(text), "/$defs/c", pointer); err == nil {
			t.Errorf("%q leads nowhere, but was compiled", pointer)
		}
	}
}
