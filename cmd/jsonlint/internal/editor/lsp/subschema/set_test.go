package subschema

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func newSet(t testing.TB, src string, others map[string]string) *Set {
	t.Helper()
	set, err := New("file:///s.json", []byte(src), func(uri string) ([]byte, error) {
		if text, ok := others[uri]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("unknown")
	})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// titles returns the titles of schemas, separated by spaces.
func titles(all []Schema) string {
	var list []string
	for _, s := range all {
		if title := text(s.Member("title")); title != "" {
			list = append(list, title)
		}
	}
	return strings.Join(list, " ")
}

const shapes = `{"oneOf": [
	{"title": "circle", "properties": {"type": {"const": "circle"}, "r": {"title": "radius"}}},
	{"title": "square", "properties": {"type": {"enum": ["square", "\u0072ect"]}, "r": {"title": "rounding"}}},
	{"title": "other", "required": ["x"]}]}`

const conditional = `{"if": {"properties": {"type": {"const": 1}}, "required": ["type"]}, "then": {"title": "then"}, "else": {"title": "else"},
	"dependentSchemas": {"a": {"title": "a"}}, "dependencies": {"b": {"title": "b"}, "c": ["x"]}}`

func TestAt(t *testing.T) {
	others := map[string]string{
		"file:///o.json":      `{"title": "other", "$defs": {"x": {"$anchor": "x", "title": "x", "allOf": [{"$ref": "s.json#/$defs/a"}]}}}`,
		"https://e.org/b/c":   `{"title": "c"}`,
		"file:///broken.json": `{`,
	}
	for _, c := range []struct{ src, path, members, want string }{
		{`{"title": "t"}`, "", "", "t"},
		{`true`, "", "", ""},
		{`{"properties": {"a": {"title": "a"}}}`, "a", "", "a"},
		{`{"properties": {"a": {"title": "a"}}}`, "b", "", ""},
		{`{"properties": {"a": {"title": "a"}}, "patternProperties": {"^[ab]": {"title": "p"}, "(?=x)": {"title": "bad"}}, "additionalProperties": {"title": "add"}}`, "a", "", "a p"},
		{`{"patternProperties": {"^[ab]": {"title": "p"}}, "additionalProperties": {"title": "add"}}`, "b", "", "p"},
		{`{"patternProperties": {"^[ab]": {"title": "p"}}, "additionalProperties": {"title": "add"}}`, "c", "", "add"},
		{`{"unevaluatedProperties": {"title": "un"}}`, "c", "", "un"},
		{`{"items": {"title": "i"}}`, "5", "", "i"},
		{`{"prefixItems": [{"title": "p"}], "items": {"title": "i"}, "contains": {"title": "c"}}`, "0", "", "p c"},
		{`{"prefixItems": [{"title": "p"}], "items": {"title": "i"}}`, "1", "", "i"},
		{`{"items": [{"title": "p"}], "additionalItems": {"title": "i"}}`, "0", "", "p"},
		{`{"items": [{"title": "p"}], "additionalItems": {"title": "i"}}`, "1", "", "i"},
		{`{"unevaluatedItems": {"title": "u"}}`, "1", "", "u"},
		{`{"$ref": "#/$defs/a", "title": "t", "$defs": {"a": {"title": "a", "allOf": [{"title": "b"}, {"$ref": "#/$defs/a"}, {"$ref": "#"}]}}}`, "", "", "t a b"},
		{`{"$ref": "o.json#x", "$defs": {"a": {"title": "a"}}}`, "", "", "x a"},
		{`{"$ref": "o.json", "$dynamicRef": "#m", "$defs": {"a": {"$dynamicAnchor": "m", "title": "a"}}}`, "", "", "other a"},
		{`{"$id": "https://e.org/a", "$ref": "b/c"}`, "", "", "c"},
		{`{"title": "t", "$ref": "broken.json"}`, "", "", "t"},
		{`{"title": "t", "$ref": "missing.json#/x"}`, "", "", "t"},
		{`{"title": "t", "$ref": 1, "allOf": 2, "anyOf": [3], "if": 4, "properties": 5}`, "x", "", ""},
		{shapes, "", "", "circle square other"},
		{shapes, "", `type="circle"`, "circle other"},
		{shapes, "", `type="rect"`, "square other"},
		{shapes, "", `type=`, "circle square other"},
		{shapes, "", `type="circ`, "circle square other"}, // not JSON
		{shapes, "", `type=1`, "other"},
		{shapes, "r", `type="circle"`, "radius"},
		{conditional, "", "", "then else"},
		{conditional, "", "type=1.0", "then"},
		{conditional, "", "type=2", "else"},
		{conditional, "", "type=2 a= b= c=", "a b else"},
	} {
		path := Path()
		if c.path != "" {
			path = Path(c.path)
		}
		path[0].Members = map[string]string{}
		for member := range strings.FieldsSeq(c.members) {
			name, value, _ := strings.Cut(member, "=")
			path[0].Members[name] = value
		}
		if got := titles(newSet(t, c.src, others).At(path)); got != c.want {
			t.Errorf("%s at %q with %q: %q, want %q", c.src, c.path, c.members, got, c.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{"type": ["string", "null"], "title": "T", "enum": ["a", "b", "a"], "enumDescriptions": ["first"], "examples": [1, 1]},
			{"title": "no", "description": "D", "type": "string", "const": {"x": 1}, "default": "a", "deprecated": true, "readOnly": true}`,
			`{Title:T Description:D Markdown: Deprecated:true Reason: ReadOnly:true Types:[string null] Open:[] Default:"a" Values:["a" "b" {"x": 1}] Meanings:[{Text:first Markdown:} {Text: Markdown:} {Text: Markdown:}] Examples:[1] Snippets:[]}`},
		{`{"markdownDescription": "*D*", "enum": [1, 2], "markdownEnumDescriptions": ["*1*"]}, {"description": "no", "deprecationMessage": "old"}, {"type": ["null", "boolean"]}`,
			`{Title: Description:*D* Markdown:*D* Deprecated:true Reason:old ReadOnly:false Types:[null boolean] Open:[null boolean] Default: Values:[1 2] Meanings:[{Text:*1* Markdown:*1*} {Text: Markdown:}] Examples:[] Snippets:[]}`},
		{`{"description": "D", "markdownDescription": "*D*", "enum": [1], "enumDescriptions": ["1"], "markdownEnumDescriptions": ["*1*"]}`,
			`{Title: Description:D Markdown:*D* Deprecated:false Reason: ReadOnly:false Types:[] Open:[] Default: Values:[1] Meanings:[{Text:1 Markdown:*1*}] Examples:[] Snippets:[]}`},
		{`{"description": "D"}, {"description": "no", "markdownDescription": "*no*"}`,
			`{Title: Description:D Markdown: Deprecated:false Reason: ReadOnly:false Types:[] Open:[] Default: Values:[] Meanings:[] Examples:[] Snippets:[]}`},
	} {
		if got := fmt.Sprintf("%+v", Describe(newSet(t, `{"allOf": [`+c.src+`]}`, nil).At(Path()))); got != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.src, got, c.want)
		}
	}
}

// Snippets of elements count if nothing else is suggested for the array.
func TestDescribeValue(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{"defaultSnippets": [{"label": "a", "description": "d", "markdownDescription": "*d*", "body": null, "bodyText": "b"}, {"bodyText": "c"}, {"label": "no"}, 1]}`, `a/d/*d*/null/b/0 ////c/0`},
		{`{"items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"items": {"defaultSnippets": [{"body": 1}]}}}}`, `///1//2`},
		{`{"items": {"defaultSnippets": [{"body": 1}]}, "examples": [1]}`, ``},
		{`{"items": {"defaultSnippets": [{"body": 1}]}, "default": 1}`, ``},
		{`{"items": [{"defaultSnippets": [{"body": 1}]}]}`, ``},
		{`{"items": {"$ref": "#"}}`, ``},
		{`{"anyOf": [{"items": {"items": {"items": {"items": {"items": {"defaultSnippets": [{"body": 1}]}}}}}}, {}]}`, `///1//5`},
		{`{"defaultSnippets": 1, "items": {"defaultSnippets": {"body": 1}}}`, ``},
	} {
		set := newSet(t, c.src, nil)
		var got []string
		for _, s := range set.DescribeValue(set.At(Path())).Snippets {
			got = append(got, fmt.Sprintf("%s/%s/%s/%s/%s/%d", s.Label, s.Doc.Text, s.Doc.Markdown, s.Body.Raw(), s.Text, s.Depth))
		}
		if all := strings.Join(got, " "); all != c.want {
			t.Errorf("%s: %q, want %q", c.src, all, c.want)
		}
	}
}

func TestProperties(t *testing.T) {
	set := newSet(t, `{"properties": {"a": {}, "b": {"title": "B"}, "no": false}, "required": ["c", "b"], "dependentRequired": {"x": ["d"], "y": ["e"]},
		"allOf": [{"properties": {"b": {"title": "B2"}, "c": true}, "propertyNames": {"enum": ["f", 1]}}]}`, nil)
	var got []string
	path := Path()
	path[0].Members = map[string]string{"x": ""}
	for _, p := range set.Properties(set.At(path), path[0].Members) {
		got = append(got, fmt.Sprintf("%s %v %s", p.Name, p.Required, titles(set.Expand(p.Schemas))))
	}
	const want = `[b true B B2|c true |d true |a false |f false ]`
	if s := "[" + strings.Join(got, "|") + "]"; s != want {
		t.Errorf("%s, want %s", s, want)
	}
}

// Hostile schemas take a bounded time. Without the limit on steps, each of these would take hours.
func TestHostileSchemas(t *testing.T) {
	var doubling, long, many strings.Builder
	doubling.WriteString(`{"$ref": "#/$defs/0", "$defs": {`)
	for i := range 60 {
		fmt.Fprintf(&doubling, `"%d": {"properties": {"a": {"$ref": "#/$defs/%d"}, "b": {}}, "anyOf": [{"$ref": "#/$defs/%d"}, {"additionalProperties": {"$ref": "#/$defs/%d"}}]},`, i, i+1, i+1, i+1)
	}
	doubling.WriteString(`"60": {}}}`)
	long.WriteString(`{"anyOf": [`)
	for i := range 5_000 {
		fmt.Fprintf(&long, `{"$ref": "#/$defs/x%d"},`, i)
	}
	long.WriteString(`{}], "$defs": {`)
	for i := range 5_000 {
		fmt.Fprintf(&long, `"x%d": {"properties": {"a": {"$ref": "#"}}},`, i)
	}
	long.WriteString(`"y": {}}}`)
	many.WriteString(`{"$ref": "0"}`)
	chain := 0
	for _, src := range []string{doubling.String(), long.String(), `{"patternProperties": {` + strings.Repeat(`"(a*)*(a*)*(a*)*b": {"$ref": "#"},`, 2000) + `"x": {}}}`, many.String()} {
		set, err := New("file:///s/", []byte(src), func(uri string) ([]byte, error) {
			chain++
			return fmt.Appendf(nil, `{"$ref": "%d"}`, chain), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		set.Properties(set.At(Path("a", "a", "a", "b", "a")), nil)
	}
	if chain > mostSources+1 {
		t.Errorf("%d documents have been loaded", chain)
	}
}

func TestInvalidSchemas(t *testing.T) {
	for _, src := range []string{"", "{", "[1,,]", "/* c\n{}"} {
		if set, err := New("file:///s", []byte(src), nil); set != nil || err == nil {
			t.Errorf("%q: %v", src, err)
		}
	}
	if _, err := New("file:///s", make([]byte, largest+1), nil); err != ErrTooLarge {
		t.Error(err)
	}
	set, err := New("file:///s", []byte("\uFEFF{/* é */ \"$ref\": \"x\",}"), nil)
	if err != nil || len(set.At(Path())) != 1 {
		t.Error(err)
	}
}

func FuzzAt(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{shapes, conditional, `{"$ref": "#/properties/a", "properties": {"a": {"$ref": "#"}}}`, `{"$id": "x", "items": [{"$anchor": "a"}], "allOf": [{"$ref": "#a"}]}`} {
		f.Add(seed, "a", `"circle"`)
	}
	f.Fuzz(func(t *testing.T, src, name, value string) {
		set, err := New("file:///s", []byte(src), func(string) ([]byte, error) { return []byte(src), nil })
		if err != nil {
			return
		}
		path := Path(name, name)
		path[0].Members = map[string]string{"type": value}
		all := set.At(path)
		Describe(all)
		for _, p := range set.Properties(all, path[0].Members) {
			Describe(set.Expand(p.Schemas))
		}
	})
}

// If several documents have a schema with the same URI, the one that was read first counts.
func TestTheSameDocumentForURI(t *testing.T) {
	others := map[string]string{}
	var refs strings.Builder
	for i := range 5 {
		uri := fmt.Sprintf("file:///%d.json", i)
		others[uri] = fmt.Sprintf(`{"$defs": {"x": {"$id": "https://e.org/x", "title": "x%d"}}}`, i)
		fmt.Fprintf(&refs, `{"$ref": %q}, `, uri)
	}
	for range 20 {
		set := newSet(t, `{"allOf": [`+refs.String()+`{"$ref": "https://e.org/x"}]}`, others)
		if got := titles(set.At(Path())); got != "x0" {
			t.Fatal(got)
		}
	}
}
