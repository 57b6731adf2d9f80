package openapi

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// References lead where their base URI says.
func TestReferences(t *testing.T) {
	const tree = `{$dynamicAnchor: node, type: object, properties: {children: {type: array, items: {$dynamicRef: '#node'}}}}`
	for _, c := range []struct {
		name             string
		version, more    string // the rest of the document, which has a schema S
		files            map[string]string
		accepted, denied string
	}{
		{"a pointer", "3.2.0", "S: {$ref: 'b.yaml#/x'}", map[string]string{"b.yaml": "x: {type: string}"}, `"a"`, `1`},
		{"an anchor", "3.2.0", "S: {$ref: '#a'}\n    T: {items: {$anchor: a, type: string}}", nil, `"a"`, `1`},
		{"an anchor in a file", "3.1.1", "S: {$ref: 'b.yaml#a'}\n    T: {$anchor: a}", map[string]string{"b.yaml": "$defs: {x: {$anchor: a, type: string}}"}, `"a"`, `1`},
		{"an anchor with the name of another file's", "3.1.1", "S: {$ref: b.yaml}\n    T: {$anchor: a}", map[string]string{"b.yaml": "$ref: '#a'\n$defs: {x: {$anchor: a, type: string}}"}, `"a"`, `1`},
		{"anchors in resources", "3.1.1", "S: {prefixItems: [{$ref: '#a'}, {$ref: 'https://a.com/t#a'}, {$ref: u#a}]}\n    R: {$anchor: a, type: string}\n    T: {$id: 'https://a.com/t', $defs: {x: {$anchor: a, type: integer}}}\n    U: {$id: u, $anchor: a, type: boolean}", nil, `["a",1,true]`, `["a",1,1]`},
		{"a dynamic anchor in a file", "3.1.1", "S: {$ref: 'b.yaml#node'}", map[string]string{"b.yaml": tree}, `{"children":[{}]}`, `{"children":[1]}`},
		{"a dynamic reference", "3.1.1", "S: {$ref: strict.yaml}", map[string]string{"tree.yaml": tree, "strict.yaml": "{$dynamicAnchor: node, $ref: tree.yaml, unevaluatedProperties: false}"}, `{"children":[{"children":[]}]}`, `{"children":[{"x":1}]}`},
		{"a dynamic reference to a file", "3.1.1", "S: {items: {$dynamicRef: 'tree.yaml#node'}}", map[string]string{"tree.yaml": tree}, `[{"children":[{}]}]`, `[{"children":[1]}]`},
		{"a dynamic reference in a resource", "3.1.1", "S: {$id: 'https://a.com/s', $dynamicAnchor: node, $ref: t, required: [x]}\n    T: {$id: 'https://a.com/t', " + tree[1:], nil, `{"x":1,"children":[{"x":1}]}`, `{"x":1,"children":[{}]}`},
		{"ids in order of files", "3.1.1", "S: {$ref: 'https://a.com/y'}\n    T: {$ref: b.yaml}", map[string]string{"b.yaml": "$defs: {y: {$id: 'https://a.com/y', type: string}}"}, `"a"`, `1`},
		{"a relative id", "3.1.1", "S: {$ref: y/z}\n    T: {$id: y/z, type: string}", nil, `"a"`, `1`},
		{"an id in an id", "3.1.1", "S: {$ref: 'https://a.com/b/d#/items'}\n    T: {$id: 'https://a.com/b/c', properties: {x: {$id: d, items: {type: string}}, y: {$ref: d}}}", nil, `"a"`, `1`},
		{"files with ids", "3.1.1", "S: {$ref: x/b.yaml}", map[string]string{"x/b.yaml": "$id: https://a.com/x/b.yaml\n$ref: /c.yaml", "c.yaml": "$id: https://a.com/c.yaml\n$ref: x/d.yaml#a", "x/d.yaml": "$anchor: a\ntype: string"}, `"a"`, `1`},
		{"a property with the name of a keyword", "3.1.1", "S: {$ref: '#a'}\n    T: {properties: {default: {$anchor: a, type: string}}, default: {$anchor: a}, enum: [{$id: 'https://a.com', $anchor: a}]}", nil, `"a"`, `1`},
		{"a nested schema that is referred to first", "3.1.1", "S: {prefixItems: [{$ref: 'b.yaml#/x/items'}, {$ref: 'b.yaml#/x'}, {$ref: 'https://a.com/i'}]}", map[string]string{"b.yaml": "x: {items: {$id: 'https://a.com/i', $anchor: a, type: string}}"}, `["a",["b"],"c"]`, `["a",["b"],3]`},
		{"a schema in an unknown member of another", "3.1.1", "S: {$ref: '#/components/schemas/T/x-inner'}\n    T: {x-inner: {items: {$ref: '#/components/schemas/U'}}}\n    U: {type: string}", nil, `["a"]`, `[1]`},
		{"a place in a metaschema", "3.1.1", "S: {$ref: 'https://json-schema.org/draft/2020-12/schema'}\n    T: {$ref: 'https://json-schema.org/draft/2020-12/schema'}", nil, `{"minLength":1}`, `{"minLength":"x"}`},
		{"$self", "3.2.0", "S: {prefixItems: [{$ref: 'https://a.com/v1/api#/components/schemas/T'}, {$ref: 'api#/components/schemas/T'}]}\n    T: {type: string}\n$self: https://a.com/v1/api", nil, `["a","b"]`, `["a",1]`},
		{"files beside $self", "3.2.0", "S: {prefixItems: [{$ref: b.yaml}, {$ref: /v1/b.yaml}, {$ref: 'https://a.com/v1/b.yaml'}]}\n$self: https://a.com/v1/api.yaml", map[string]string{"b.yaml": "type: string"}, `["a","b","c"]`, `["a","b",3]`},
		{"$self before 3.2", "3.1.1", "S: {$ref: b.yaml}\nx-self: /v1/api", map[string]string{"b.yaml": "$self: https://a.com\ntype: string"}, `"a"`, `1`},
	} {
		files := fstest.MapFS{"api.yaml": {Data: []byte(head(c.version) + "paths: {/a: {put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}, " + okay + "}}}\ncomponents:\n  schemas:\n    " + c.more)}}
		for name, text := range c.files {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		d, err := Load(files, "api.yaml", Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for value, want := range map[string]bool{c.accepted: true, c.denied: false} {
			found, err := d.Operations[0].body.types[0].schema.Check([]byte(value))
			if err != nil || (len(found) == 0) != want {
				t.Errorf("%s: %s: %v %v", c.name, value, found, err)
			}
		}
	}
}

func TestMistakesInReferences(t *testing.T) {
	files := fstest.MapFS{
		"api.yaml": {Data: []byte(head("3.2.0") + `$self: https://a.com/api.yaml
components:
  schemas:
    A: {$anchor: a, items: {$id: x, $anchor: a}}
    B: {properties: {b: {$dynamicAnchor: a}}}
    C: {$anchor: c, $dynamicAnchor: c, not: {$ref: '#c'}}
    D: {$id: 'https://a.com/x'}
    E: {$ref: 'b.yaml#none'}
    F: {$ref: 'https://a.org/none'}
    G: {$ref: 'x#none'}
    H: {$dynamicRef: '#none'}
    I: {$ref: 'https://a.com/../../none.yaml'}
    J: {items: {$ref: '../../api.yaml#/components/schemas/A'}}
    K: {items: {$id: 'https://a.com/k', $ref: b.yaml}}
    L: {$ref: ' :'}
    M: {$anchor: '?'}
`)},
		"b.yaml": {Data: []byte("$anchor: a")},
	}
	_, err := Load(files, "api.yaml", Options{})
	var bad *Error
	if !errors.As(err, &bad) {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, m := range bad.Mistakes {
		got.WriteString(m.String() + "\n")
	}
	const want = `api.yaml:7:42: api.yaml#/components/schemas/A has the same name
api.yaml:9:14: api.yaml#/components/schemas/A/items has the same name
api.yaml:10:15: refers to b.yaml#none, which does not exist
api.yaml:11:15: refers to https://a.org/none, which is not in a file; nothing is downloaded
api.yaml:12:15: refers to x#none, which does not exist
api.yaml:13:22: refers to #none, which does not exist
api.yaml:16:47: refers to b.yaml, which is not in a file; nothing is downloaded
api.yaml:17:15: refers to  :, which is not a URL
api.yaml:18:18: must match the pattern "^[A-Za-z_][-A-Za-z0-9._]*$", but is "?"
none.yaml: cannot be read: file does not exist
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", &got, want)
	}
}

func TestSecuritySchemes(t *testing.T) {
	const shared = "x: {type: apiKey, in: query, name: key}\ny: {$ref: '#/x'}\nz: {type: apiKey, inn: query}"
	const paths = "paths:\n  /a:\n    get:\n      security: [{s.yaml#/x: []}, {s.yaml#/y: [], own: []}, {'#/components/securitySchemes/own': []}, {./own: []}, {s.yaml#/z: []}]\n      " + okay + "\ncomponents: {securitySchemes: {own: {type: http, scheme: basic}}}"
	files := fstest.MapFS{"api.yaml": {Data: []byte(head("3.2.0") + paths)}, "s.yaml": {Data: []byte(shared)}}
	d, err := Load(files, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	const want = "[[{s.yaml#/x apiKey query key  []}] [{s.yaml#/y apiKey query key  []} {own http   basic []}] [{#/components/securitySchemes/own http   basic []}] [{./own     []}] [{s.yaml#/z apiKey    []}]]"
	if got := fmt.Sprint(d.Operations[0].Security); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const mistakes = `[api.yaml:6:104: there is no security scheme "./own" in the components own: cannot be read: file does not exist s.yaml:3:4: the member "name" is missing s.yaml:3:4: the member "in" is missing s.yaml:3:19: there is no member "inn" here; did you mean "in"?]`
	if got := fmt.Sprint(d.Mistakes); got != mistakes {
		t.Errorf("got %s, want %s", got, mistakes)
	}
}

// A reference to a schema in one that is wrong and tolerated allows everything.
func TestToleratedSchemas(t *testing.T) {
	for _, schemas := range []string{
		"S: {$ref: '#/components/schemas/T/items'}\n    T: {type: objct, items: {type: string}}\n",
		"S: {$ref: 'b.yaml#/T/items'}\n    U: {$ref: 'b.yaml#/T'}\n",
		"S: {not: {not: {$ref: 'b.yaml#/T/items'}}}\n    U: {$ref: 'b.yaml#/T'}\n",
	} {
		files := fstest.MapFS{"b.yaml": {Data: []byte("T: {type: objct, items: {type: string}}")}, "api.yaml": {Data: []byte(head("3.1.1") +
			"paths: {/a: {put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}, " + okay + "}}}\ncomponents:\n  schemas:\n    " + schemas)}}
		d, err := Load(files, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }})
		if err != nil {
			t.Errorf("%s: %v", schemas, err)
			continue
		}
		if found, err := d.Operations[0].body.types[0].schema.Check([]byte("1")); len(d.Mistakes) != 1 || len(found) != 0 || err != nil {
			t.Errorf("%s: %v, %v, %v", schemas, d.Mistakes, found, err)
		}
	}
}
