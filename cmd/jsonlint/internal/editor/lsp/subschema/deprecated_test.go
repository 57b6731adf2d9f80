package subschema

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

func TestDeprecated(t *testing.T) {
	files := map[string]string{
		"file:///far.json":  `{"$defs": {"x": {"deprecated": true, "deprecationMessage": "use y"}}}`,
		"file:///near.json": `{"properties": {"far": {"$ref": "far.json#/$defs/x"}}}`,
	}
	for _, c := range []struct{ schema, doc, want string }{
		{`{"deprecated": true}`, `1`, `""`},
		{`{"deprecated": false}`, `1`, ``},
		{`{"deprecationMessage": "use b"}`, `1`, `"" (use b)`},
		{`{"properties": {"a": {"deprecationMessage": "use b"}, "b": {"deprecationMessage": ""}}}`, `{"a": 1, "b": 2}`, `"a" /a (use b)`},
		{`{"properties": {"a": {"deprecated": true}, "b": {}}}`, `{"a": 1, "b": 2}`, `"a" /a`},
		{`{"properties": {"a": {"deprecated": "true"}}}`, `{"a": 1}`, ``},
		{`{"properties": {"deprecated": {"type": "boolean"}}}`, `{"deprecated": true}`, ``},
		{`{"patternProperties": {"^x-": {"deprecated": true}}}`, `{"x-a": 1, "y": 2}`, `"x-a" /x-a`},
		{`{"properties": {"a": {}}, "additionalProperties": {"deprecated": true}}`, `{"a": 1, "b": 2}`, `"b" /b`},
		{`{"items": {"deprecated": true}}`, `[1, 2]`, `/0 /1`},
		{`{"prefixItems": [{}, {"deprecated": true}]}`, `[1, 2, 3]`, `/1`},
		{`{"allOf": [{"properties": {"a": {"$ref": "#/$defs/old"}}}], "$defs": {"old": {"deprecated": true}}}`, `{"a": {"a": 1}}`, `"a" /a`},
		{`{"properties": {"near": {"$ref": "near.json"}}}`, `{"near": {"far": 1}}`, `"far" /near/far (use y)`},
		{`{"properties": {"near": {"$ref": "missing.json"}}}`, `{"near": {"far": 1}}`, ``},
		// Alternatives: those that another member decides.
		{`{"oneOf": [{"properties": {"t": {"const": "x"}, "a": {"deprecated": true}}}, {"properties": {"t": {"const": "y"}, "a": {}}}]}`, `{"t": "x", "a": 1}`, `"a" /a`},
		{`{"oneOf": [{"properties": {"t": {"const": "x"}, "a": {"deprecated": true}}}, {"properties": {"t": {"const": "y"}, "a": {}}}]}`, `{"t": "y", "a": 1}`, ``},
		{`{"anyOf": [{"type": "string", "deprecated": true}, {"type": "number"}]}`, `1`, ``},
		{`{"if": {"properties": {"t": {"const": 1}}, "required": ["t"]}, "then": {"properties": {"a": {"deprecated": true}}}, "else": {"properties": {"b": {"deprecated": true}}}}`, `{"t": 1, "a": 1, "b": 1}`, `"a" /a`},
		{`{"if": {"minProperties": 2}, "then": {"deprecated": true}}`, `{"a": 1}`, ``},
		{`{"not": {"deprecated": true}, "contains": {"deprecated": true}}`, `[1]`, ``},
		{`{"dependentSchemas": {"a": {"properties": {"b": {"deprecated": true}}}}}`, `{"a": 1, "b": 1}`, `"b" /b`},
		{`{"$ref": "#"}`, `1`, ``},
		{`{"properties": {"a": {"$ref": "#"}}, "deprecated": true}`, `{"a": {"a": {}}}`, `"" "a" /a "a" /a/a`},
	} {
		set, err := New("file:///main.json", []byte(c.schema), func(uri string) ([]byte, error) {
			if text, ok := files[uri]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("there is no such file")
		})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := document.Parse([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a Set can be used again
			var got []string
			for _, d := range set.Deprecated(doc.Root(), 100) {
				if d.Name.Exists() {
					got = append(got, string(d.Name.Raw()))
				}
				if p := d.Value.Pointer(); p != "" {
					got = append(got, p)
				} else {
					got = append(got, `""`)
				}
				if d.Reason != "" {
					got = append(got, "("+d.Reason+")")
				}
			}
			if all := strings.Join(got, " "); all != c.want {
				t.Errorf("%s %s: %s, want %s", c.schema, c.doc, all, c.want)
			}
		}
	}
}

// A hostile schema, and documents with many values, take bounded time and memory.
func TestDeprecatedIsBounded(t *testing.T) {
	defer func(n int) { mostWalked = n }(mostWalked)
	mostWalked = 20_000
	set, err := New("file:///a.json", []byte(`{"deprecated": true, "items": {"$ref": "#"}, "allOf": [`+strings.Repeat(`{"items": {"$ref": "#"}},`, 100)+`{}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document.Parse([]byte(strings.Repeat("[", 100) + strings.Repeat("1,", 5_000) + "1" + strings.Repeat("]", 100)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(set.Deprecated(doc.Root(), 50)); n != 50 {
		t.Errorf("%d values", n)
	}
	if n := len(set.Deprecated(doc.Root(), 1_000_000)); n < 50 || set.steps > 0 {
		t.Errorf("%d values, %d steps left", n, set.steps)
	}
}

// A reference is followed even if its keyword is written with escapes.
func TestDeprecatedBehindEscapedReference(t *testing.T) {
	set := newSet(t, `{"properties": {"a": {"$r\u0065\u0066": "#/$defs/old"}}, "$defs": {"old": {"deprecated": true}}}`, nil)
	doc, err := document.Parse([]byte(`{"a": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	if found := set.Deprecated(doc.Root(), 10); len(found) != 1 {
		t.Errorf("%d values, want 1", len(found))
	}
}

// scalarsOf returns the members of an object as [Level] has them.
func scalarsOf(object document.Value) map[string]string {
	members := map[string]string{}
	for name, v := range object.Members() {
		members[name.String()] = string(v.Raw())
		if v.Kind() == tokenizer.BeginObject || v.Kind() == tokenizer.BeginArray {
			members[name.String()] = ""
		}
	}
	return members
}

// naively finds what Deprecated finds, without remembering anything.
func naively(set *Set, name, v document.Value, schemas []Schema) (found []Deprecation) {
	set.steps, set.strict = mostWalked, true
	defer func() { set.strict = false }()
	schemas = set.expand(schemas, (&Level{Members: scalarsOf(v)}).answer)
	for _, s := range schemas {
		if is, _ := s.Member("deprecated").Bool(); is || text(s.Member("deprecationMessage")) != "" {
			found = append(found, Deprecation{name, v, text(s.Member("deprecationMessage"))})
			break
		}
	}
	inside := func(name, v document.Value, l *Level) {
		var next []Schema
		set.strict = true
		for _, s := range schemas {
			next = set.child(next, s, l)
		}
		found = append(found, naively(set, name, v, next)...)
	}
	for name, one := range v.Members() {
		inside(name, one, &Level{Key: name.String()})
	}
	for i, one := range v.Elements() {
		inside(document.Value{}, one, &Level{InArray: true, Index: i})
	}
	return found
}

// randomSchema returns a schema with the keywords on which the walk depends.
func randomSchema(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"{}", "true", `{"deprecated": true}`, `{"$ref": "#/$defs/a"}`, `{"$ref": "#"}`, `{"const": 1}`}[r.IntN(6)]
	}
	sub := func() string { return randomSchema(r, depth-1) }
	var members []string
	for range 1 + r.IntN(3) {
		members = append(members, []func() string{
			func() string {
				return fmt.Sprintf(`"properties": {"a": %s, "b": %s, "\u0063": %s}`, sub(), sub(), sub())
			},
			func() string { return fmt.Sprintf(`"patternProperties": {"^[ad]": %s}`, sub()) },
			func() string { return fmt.Sprintf(`"additionalProperties": %s`, sub()) },
			func() string { return fmt.Sprintf(`"items": %s`, sub()) },
			func() string { return fmt.Sprintf(`"items": [%s, %s], "additionalItems": %s`, sub(), sub(), sub()) },
			func() string { return fmt.Sprintf(`"prefixItems": [%s, %s]`, sub(), sub()) },
			func() string { return fmt.Sprintf(`"allOf": [%s, %s]`, sub(), sub()) },
			func() string {
				return fmt.Sprintf(`"anyOf": [{"properties": {"t": {"const": 1}, "a": %s}}, {"required": ["b"], "properties": {"t": {"const": 2}, "b": %s}}, %s]`, sub(), sub(), sub())
			},
			func() string {
				return fmt.Sprintf(`"if": {"properties": {"t": {"const": 1}}, "required": ["t"]}, "then": %s, "else": %s`, sub(), sub())
			},
			func() string {
				return fmt.Sprintf(`"oneOf": [{"properties": {"t": {"enum": [1.0, "\u0078", []]}, "a": %s}}, {"$ref": "#/$defs/a", "properties": {"t": {"const": null}, "d": {}}}]`, sub())
			},
			func() string { return fmt.Sprintf(`"dependentSchemas": {"a": %s, "t": %s}`, sub(), sub()) },
			func() string { return `"$ref": "#/$defs/a"` },
			func() string { return `"deprecated": true, "deprecationMessage": "m"` },
			func() string { return `"deprecationMessage": "m"` },
		}[r.IntN(14)]())
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func randomDocument(r *rand.Rand, depth int) string {
	kind, n := r.IntN(4), r.IntN(4)
	if r.IntN(20) == 0 {
		n = 20
	}
	if depth == 0 {
		kind, n = 3, 0
	}
	var inside []string
	for range n {
		one := randomDocument(r, depth-1)
		if kind < 2 {
			name := []string{"a", "b", "c", "d", "t", "\\u0061", "e"}[r.IntN(7)]
			one = fmt.Sprintf(`"%s": %s`, name, one)
		}
		inside = append(inside, one)
	}
	switch kind {
	case 0, 1:
		return "{" + strings.Join(inside, ", ") + "}"
	case 2:
		return "[" + strings.Join(inside, ", ") + "]"
	}
	return []string{"1", "2", `"x"`, "null", "10e-1", `"x"`, "[]"}[r.IntN(7)]
}

// What a Set remembers of earlier values and documents does not change what it finds.
func TestDeprecatedRemembersWell(t *testing.T) {
	defer func(n int) { mostNodes = n }(mostNodes)
	r := rand.New(rand.NewPCG(29, 2))
	total := 0
	for i := range 200 {
		mostNodes = 20_000
		if i%4 == 0 {
			mostNodes = r.IntN(30)
		}
		schema := fmt.Sprintf(`{"$defs": {"a": %s}, "allOf": [%s]}`, randomSchema(r, 2), randomSchema(r, 3))
		set, plain := newSet(t, schema, nil), newSet(t, schema, nil)
		for range 8 {
			doc, err := document.Parse([]byte(randomDocument(r, 4)))
			if err != nil {
				t.Fatal(err)
			}
			got := set.Deprecated(doc.Root(), 1_000_000)
			var want []Deprecation
			if plain.Mentions() {
				want = naively(plain, document.Value{}, doc.Root(), []Schema{{plain.root.doc.Root(), plain.root}})
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s %s: %d values, want %d", schema, doc.Root().Raw(), len(got), len(want))
			}
			total += len(got)
		}
	}
	if total < 300 {
		t.Errorf("only %d values are deprecated", total)
	}
}

// The document has records with members of which few are deprecated; the schemas of some depend on other members.
func BenchmarkDeprecated(b *testing.B) {
	schema := `{"items": {"$ref": "#/$defs/record"}, "$defs": {"old": {"deprecated": true}, "tags": {"type": "array", "items": {"type": "string"}},
		"record": {"properties": {"id": {"type": "integer"}, "name": {"type": "string"}, "tags": {"$ref": "#/$defs/tags"}, "price": {"type": "number"}, "legacy": {"$ref": "#/$defs/old"}}%s}}}`
	text := []byte("[")
	for i := 2; len(text) < 1_280_000; i++ {
		text = fmt.Appendf(text, `{"id": %d, "name": "item %d", "tags": ["a", "b"], "price": %d.5, "note": "some text"},`+"\n", i, i, i%100)
	}
	doc, err := document.Parse(append(text, `{"legacy": 1}]`...))
	if err != nil {
		b.Fatal(err)
	}
	for name, more := range map[string]string{
		"plain":     "",
		"if":        `, "if": {"properties": {"id": {"const": 1}}}, "then": {"properties": {"name": {"deprecated": true}}}`,
		"anyOf":     `, "anyOf": [{"properties": {"name": {"const": "x"}, "price": {"deprecated": true}}}, {"properties": {"note": {"enum": ["x", "y"]}, "id": {"deprecated": true}}}, {}]`,
		"dependent": `, "dependentSchemas": {"old": {"properties": {"id": {"deprecated": true}}}, "name": {"properties": {"older": {"deprecated": true}}}}`,
	} {
		b.Run(name, func(b *testing.B) {
			set := newSet(b, fmt.Sprintf(schema, more), nil)
			for b.Loop() {
				if n := len(set.Deprecated(doc.Root(), 1000)); n != 1 {
					b.Fatal(n)
				}
			}
		})
	}
}
