package openapi

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/schema"
)

// head begins a document of the given version.
func head(version string) string {
	return "openapi: " + version + "\ninfo: {title: t, version: '1'}\n"
}

const okay = `responses: {"200": {description: d}}`

func TestMistakesInDocuments(t *testing.T) {
	for _, c := range []struct {
		name string
		text string // api.yaml
		more string // more.yaml
		want []string
	}{
		{"nothing", ``, ``, []string{`api.yaml:1:1: there is no document`}},
		{"not an object", `[]`, ``, []string{`api.yaml:1:1: an OpenAPI document must be an object`}},
		{"Swagger", `swagger: "2.0"`, ``, []string{`api.yaml:1:10: this is Swagger 2.0; only OpenAPI 3.0, 3.1 and 3.2 are supported`}},
		{"no version", `info: {}`, ``, []string{`api.yaml:1:1: the member "openapi" with the version is missing`}},
		{"another version", `openapi: 3.3.0`, ``, []string{`api.yaml:1:10: the version must be one of OpenAPI 3.0, 3.1 and 3.2, such as 3.1.1`}},
		{"a version that is a number", `openapi: 3.1`, ``, []string{`api.yaml:1:10: the version must be one of`}},
		{"missing members", "openapi: 3.0.4\ninfo: {}", ``, []string{
			`api.yaml:1:1: the member "paths" is missing`, `api.yaml:2:7: the member "title" is missing`, `api.yaml:2:7: the member "version" is missing`}},
		{"no paths in 3.1", head("3.1.0") + "components: {}", ``, nil},
		{"nothing in 3.1", head("3.1.0"), ``, []string{`api.yaml:1:1: there must be "components", "paths" or "webhooks"`}},
		{"names of components", head("3.1.0") + "components: {schemas: {$a: {}, a.b-c_D9: {}, '': {}}, responses: {a b: {description: d}}}", ``, []string{
			`api.yaml:3:24: the name of a component must consist of`, `api.yaml:3:46: the name of a component`, `api.yaml:3:67: the name of a component`}},
		{"members that exclude each other", "openapi: 3.1.0\ninfo: {title: t, version: '1', license: {name: n, identifier: MIT, url: u}}\ncomponents:\n  links: {a: {operationId: a, operationRef: b}}\n" +
			"  examples: {a: {value: 1, externalValue: b}}\n  headers: {a: {schema: {}, example: 1, examples: {}}}", ``, []string{
			`api.yaml:2:41: there must not be both "identifier" and "url"`, `api.yaml:4:14: there must not be both "operationRef" and "operationId"`,
			`api.yaml:5:17: there must not be both "value" and "externalValue"`, `api.yaml:6:16: there must not be both "example" and "examples"`}},
		{"unknown members", head("3.0.4") + "paths: {}\npathes: {}\nTags: []\nwebhooks: {}\nx-any: 1", ``, []string{
			`api.yaml:4:1: there is no member "pathes" here; did you mean "paths"?`, `api.yaml:5:1: there is no member "Tags" here; did you mean "tags"?`,
			`api.yaml:6:1: the member "webhooks" does not exist in OpenAPI 3.0`}},
		{"types", head("3.0.4") + "paths: []\nservers: {}\ntags: [{name: 5}]", ``, []string{
			`api.yaml:3:8: must be an object`, `api.yaml:4:10: must be an array`, `api.yaml:5:15: must be a string`}},
		{"a path without a slash", head("3.0.4") + "paths: {a: {}}", ``, []string{`api.yaml:3:9: a path must begin with a slash`}},
		{"templates", head("3.0.4") + "paths:\n  /{a: {}\n  /a}: {}\n  /{}: {}\n  /{a}{b}: {}\n  /{a}/{a}: {}", ``, []string{
			`api.yaml:4:3: the path has a "{" without a "}"`, `api.yaml:5:3: the path has a "}" without a "{"`, `api.yaml:6:3: the path has an expression that is not a name`,
			`api.yaml:7:3: the path has two expressions with nothing between them`, `api.yaml:8:3: the path has the expression {a} twice`}},
		{"paths that are equal", head("3.0.4") + "paths:\n  /a/{x}: {}\n  /a/{y}: {}", ``, []string{`api.yaml:5:3: the paths /a/{x} and /a/{y} cannot be told apart`}},
		{"path parameters", head("3.0.4") + "paths:\n  /{a}/{b}:\n    get:\n      parameters:\n      - {name: a, in: path, schema: {}}\n      - {name: c, in: path, required: true, schema: {}}\n      " + okay, ``, []string{
			`api.yaml:6:7: the path /{a}/{b} has the expression {b}, but no parameter with that name in "path" is declared`,
			`api.yaml:7:9: a parameter in "path" must have "required": true`, `api.yaml:8:9: the path /{a}/{b} has no expression {c}`}},
		{"parameters", head("3.0.4") + "paths:\n  /a:\n    get:\n      parameters:\n      - {name: a, in: body, schema: {}}\n      - {name: b, in: query}\n      - {name: c, in: query, schema: {}, content: {}}\n      - {name: d, in: query, style: matrix, schema: {}}\n      - {name: d, in: query, schema: {}}\n      " + okay, ``, []string{
			`api.yaml:7:23: a parameter must be in "path", "query", "header" or "cookie"`, `api.yaml:8:9: "schema" or "content" is missing`,
			`api.yaml:9:9: there must not be both "schema" and "content"`, `api.yaml:10:37: this is not a style of parameters in "query"`,
			`api.yaml:11:9: the parameter "d" in "query" is declared twice`}},
		{"references", head("3.0.4") + "paths:\n  /a:\n    get:\n      parameters:\n      - $ref: '#/components/parameters/none'\n      - $ref: more.yaml#/a\n      - $ref: none.yaml#/a\n      - $ref: https://example.com/a\n      - $ref: ../a.yaml\n      - $ref: 5\n      " + okay, "a: {name: a, in: query, scheme: {}}", []string{
			`api.yaml:7:15: refers to #/components/parameters/none, which does not exist`, `api.yaml:10:15: refers to https://example.com/a, which is not in a file; nothing is downloaded`,
			`api.yaml:11:15: refers to ../a.yaml, which is outside of the folder that may be read`, `api.yaml:12:15: a reference must be a string`,
			`more.yaml:1:4: "schema" or "content" is missing`, `more.yaml:1:25: there is no member "scheme" here; did you mean "schema"?`, `none.yaml: cannot be read: file does not exist`}},
		{"an operation that does not exist", head("3.0.4") + "paths:\n  /a:\n    get: {$ref: none.yaml}\n    put: {$ref: '#/x-none'}\n    post: {" + okay + "}", ``, []string{
			`api.yaml:6:17: refers to #/x-none, which does not exist`, `none.yaml: cannot be read: file does not exist`}},
		{"circles", head("3.0.4") + "paths:\n  /a:\n    get:\n      parameters:\n      - $ref: '#/components/parameters/a'\n      " + okay + "\ncomponents: {parameters: {a: {$ref: '#/components/parameters/b'}, b: {$ref: '#/components/parameters/a'}}}", ``, []string{
			`api.yaml:7:15: the references lead in a circle, or to nothing`, `api.yaml:9:37: the references`, `api.yaml:9:77: the references`}},
		{"operationId", head("3.0.4") + "paths:\n  /a:\n    get: {operationId: x, " + okay + "}\n    put: {operationId: x, " + okay + "}", ``, []string{`api.yaml:6:24: the operationId "x" is used twice`}},
		{"security", head("3.0.4") + "paths:\n  /a:\n    get: {security: [{none: []}], " + okay + "}", ``, []string{`api.yaml:5:23: there is no security scheme "none" in the components`}},
		{"media type", head("3.0.4") + "paths:\n  /a:\n    put: {requestBody: {content: {a b: {}}}, " + okay + "}", ``, []string{`api.yaml:5:35: this is not a media type`}},
		{"schemas of 3.0", head("3.0.4") + "paths: {}\ncomponents:\n  schemas:\n    A: {type: objct}\n    B: {tpye: object, const: 5}\n    C: {properties: {a: {required: true}}}\n    D: {items: {pattern: '('}}\n    E: {$ref: '#/components/schemas/Z', any: thing}\n    F: true", ``, []string{
			`api.yaml:6:15: must be "array", "boolean", "integer"`, `api.yaml:7:9: there is no member "tpye" here; did you mean "type"?`, `api.yaml:7:23: there is no member "const" here`,
			`api.yaml:8:36: "required" is a list of names in the object around this schema`, `api.yaml:8:36: must be an array`, `api.yaml:9:26: `,
			`api.yaml:10:15: refers to #/components/schemas/Z, which does not exist`, `api.yaml:11:8: a schema must be an object`}},
		{"schemas of 3.1", head("3.1.1") + "components:\n  schemas:\n    A: {type: objct}\n    B: {exclusiveMinimum: true, nullable: true}\n    C: {items: {$ref: 'more.yaml#/X'}}\n    D: true\n    E: 5", "X: {minimum: x}", []string{
			`api.yaml:5:15: must be`, `api.yaml:6:27: must be a number, but is true`, `api.yaml:9:8: a schema must be an object`, `more.yaml:1:14: must be a number, but is "x"`}},
		{"schemas in a circle", head("3.0.4") + "paths: {}\ncomponents:\n  schemas:\n    A: {$ref: '#/components/schemas/B', minLength: 2}\n    B: {$ref: '#/components/schemas/A'}\n    C: {items: {$ref: '#/components/schemas/A'}}\n    D: {items: {$ref: '#/components/schemas/D'}}", ``, []string{
			`api.yaml:6:15: the references lead in a circle`, `api.yaml:7:15: the references`, `api.yaml:8:23: the references`}},
		{"schemas in a circle in 3.1", head("3.1.1") + "components:\n  schemas:\n    A: {$ref: 'more.yaml#/B', minLength: 2}\n    D: {items: {$ref: '#/components/schemas/D'}}", "B: {$ref: 'api.yaml#/components/schemas/A'}", []string{
			`api.yaml:5:15: the references lead in a circle`}},
		{"arrays without items", head("3.0.4") + "paths: {}\ncomponents: {schemas: {A: {type: array}, B: {type: array, items: {}}}}", ``, []string{`api.yaml:4:34: "items" is missing`}},
		{"arrays without items in 3.1", head("3.1.1") + "components: {schemas: {A: {type: array}}}", ``, nil},
		{"security schemes", head("3.0.4") + "paths: {}\ncomponents:\n  securitySchemes:\n    a: {type: cookie}\n    b: {type: apiKey, in: body}\n    c: {type: http}\n    d: {type: mutualTLS}\n    e: {type: apiKey, name: k, in: cookie}\n    f: {type: oauth2}", ``, []string{
			`api.yaml:6:15: there is no such type of security schemes in OpenAPI 3.0`, `api.yaml:7:8: the member "name" is missing`, `api.yaml:7:27: must be "query", "header" or "cookie"`,
			`api.yaml:8:8: the member "scheme" is missing`, `api.yaml:9:15: there is no such type`, `api.yaml:11:8: the member "flows" is missing`}},
		{"no responses", head("3.1.1") + "paths: {/a: {get: {responses: {}}, put: {responses: {x-a: 1}}, post: {}}}", ``, []string{
			`api.yaml:3:31: there must be at least one response`, `api.yaml:3:53: there must be`}},
		{"additional operations", head("3.2.0") + "paths: {/a: {additionalOperations: {GET: {}, COPY: {}, get: {}}}}", ``, []string{`api.yaml:3:37: the method GET has a member of its own, "get"`}},
		{"dialect", head("3.1.1") + "jsonSchemaDialect: https://example.com/other\npaths: {}", ``, []string{`api.yaml:3:20: this dialect of JSON Schema is not known`}},
	} {
		files := fstest.MapFS{"api.yaml": {Data: []byte(c.text)}}
		if c.more != "" {
			files["more.yaml"] = &fstest.MapFile{Data: []byte(c.more)}
		}
		_, err := Load(files, "api.yaml", Options{})
		var bad *Error
		var got []string
		if errors.As(err, &bad) {
			for _, m := range bad.Mistakes {
				got = append(got, m.String())
			}
		} else if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		ok := len(got) == len(c.want)
		for i := 0; ok && i < len(got); i++ {
			ok = strings.HasPrefix(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s: got\n\t%s\nwant\n\t%s", c.name, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
		// With all mistakes tolerated, there is a document, unless it has no operations at all.
		d, err := Load(files, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }})
		if err != nil {
			if !slices.Contains([]string{"nothing", "not an object", "Swagger", "no version", "another version", "a version that is a number"}, c.name) {
				t.Errorf("%s, tolerated: %v", c.name, err)
			}
		} else if len(d.Mistakes) < len(c.want) {
			t.Errorf("%s, tolerated: %v, want at least %q", c.name, d.Mistakes, c.want)
		}
	}
}

// No document makes Load panic, nor a request for it, whatever its mistakes are.
func FuzzLoad(f *testing.F) {
	f.Add(shop, "type: string")
	f.Add(head("3.0.4")+"paths: {/a: {get: {$ref: none.yaml}, put: {$ref: more.yaml, servers: [{url: '/{v}', variables: {v: {default: x}}}]}}}", okay)
	f.Add(head("3.2.0")+"$self: https://a.com/x\npaths:\n  /{a}:\n    parameters: [{name: a, in: path, required: true, schema: {$ref: 'more.yaml#a'}}, {$ref: '#/none'}]\n    query: {security: [{./x: []}], requestBody: {content: {application/x-www-form-urlencoded: {schema: {$ref: more.yaml}, encoding: {x: {style: deepObject}}}, application/jsonl: {itemSchema: {$dynamicRef: 'more.yaml#a'}}}}, "+okay+"}\n",
		"{$dynamicAnchor: a, type: object, properties: {x: {$id: x, $anchor: a, allOf: [{$ref: '#a'}]}, y: {$ref: 'api.yaml#/paths'}}}")
	f.Fuzz(func(t *testing.T, text, more string) {
		files := fstest.MapFS{"api.yaml": {Data: []byte(text)}, "more.yaml": {Data: []byte(more)}}
		d, err := Load(files, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }})
		if err != nil {
			return
		}
		h := Handler(d, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") }), CheckOptions{Responses: Enforce})
		for _, o := range d.Operations {
			r := httptest.NewRequest("GET", "/", strings.NewReader("x=1"))
			r.Method, r.URL.Path = o.Method, o.bases[0]+o.Path
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			h.ServeHTTP(httptest.NewRecorder(), r)
		}
	})
}

// A schema that is a reference in a circle allows everything if the mistake is tolerated.
func TestCircleOfSchemas(t *testing.T) {
	const circle = "\ncomponents: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}}"
	for _, version := range []string{"3.0.4", "3.1.1"} {
		text := head(version) + "paths: {/a: {put: {requestBody: {content: {application/json: {schema: {properties: {a: {$ref: '#/components/schemas/A'}}}}}}, " + okay + "}}}" + circle
		d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }})
		if err != nil {
			t.Fatal(err)
		}
		if found, err := d.Operations[0].body.types[0].schema.Check([]byte(`{"a":[1]}`)); err != nil || len(found) > 0 {
			t.Errorf("%s: %v %v", version, found, err)
		}
	}
}

// What a schema of OpenAPI means for values.
func TestSchemas(t *testing.T) {
	const shared = "\ncomponents:\n  schemas:\n    Cat: {type: object, required: [kind], properties: {kind: {type: string, enum: [Cat, c, x]}, lives: {type: integer}}}\n    Dog: {type: object, required: [kind], properties: {kind: {type: string, enum: [Dog, d]}, bark: {type: boolean}}}\n    Base: {properties: {id: {type: integer, readOnly: true}}}\n"
	const birds = "    Bird: {$id: 'https://example.com/bird', properties: {wings: {type: integer}}}\n"
	for _, c := range []struct {
		version, schema  string
		response         bool
		accepted, denied []string
	}{
		{"3.0.4", `{type: string, nullable: true}`, false, []string{`"x"`, `null`}, []string{`5`}},
		{"3.0.4", `{type: string, nullable: true, enum: [a]}`, false, []string{`"a"`}, []string{`null`, `"b"`}},
		{"3.0.4", `{nullable: true}`, false, []string{`5`, `null`}, nil},
		{"3.0.4", `{type: number, minimum: 1, exclusiveMinimum: true}`, false, []string{`2`}, []string{`1`, `"x"`}},
		{"3.0.4", `{type: integer, format: int32}`, false, []string{`2147483647`, `1.0`}, []string{`2147483648`, `1.5`}},
		{"3.0.4", `{type: integer, format: int64}`, false, []string{`9223372036854775807`}, []string{`9223372036854775808`}},
		{"3.0.4", `{type: number, format: float}`, false, []string{`1e38`}, []string{`1e39`}},
		{"3.0.4", `{type: number, format: double}`, false, []string{`1e308`}, []string{`1e309`}},
		{"3.0.4", `{type: string, format: byte}`, false, []string{`""`, `"YWI="`, `"YWJj"`}, []string{`"YWI"`, `"Y"`, `"*"`}},
		{"3.0.4", `{type: string, format: date-time}`, false, []string{`"2026-01-01T00:00:00Z"`}, []string{`"yesterday"`}},
		{"3.0.4", `{type: string, format: password}`, false, []string{`"x"`}, nil},
		{"3.0.4", `{type: string, format: int32, allOf: [{maxLength: 3}]}`, false, []string{`"abc"`}, []string{`"abcd"`}},
		{"3.0.4", `{required: [r, w, b], properties: {r: {readOnly: true}, w: {writeOnly: true}, b: {}}}`, false, []string{`{"w":1,"b":1}`}, []string{`{"b":1}`, `{"r":1,"w":1,"b":1}`}},
		{"3.0.4", `{required: [r, w, b], properties: {r: {readOnly: true}, w: {writeOnly: true}, b: {}}}`, true, []string{`{"r":1,"b":1}`}, []string{`{"b":1}`, `{"r":1,"w":1,"b":1}`}},
		{"3.0.4", `{allOf: [{properties: {r: {readOnly: true}}}, {required: [r, b]}]}`, false, []string{`{"b":1}`}, []string{`{}`, `{"r":1,"b":1}`}},
		{"3.0.4", `{allOf: [{properties: {r: {readOnly: true}}}], required: [r, b]}`, true, []string{`{"r":1,"b":1}`}, []string{`{"b":1}`}},
		{"3.0.4", `{properties: {a: {$ref: '#/components/schemas/Base/properties/id'}}}`, false, []string{`{}`}, []string{`{"a":1}`}},
		{"3.0.4", `{items: {$ref: '#/components/schemas/Base/properties/id'}}`, false, []string{`[1]`}, []string{`["x"]`}},
		{"3.0.4", `{additionalProperties: false, properties: {a: {}}}`, false, []string{`{"a":1}`}, []string{`{"b":1}`}},
		{"3.0.4", `{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind}}`, false,
			[]string{`{"kind":"Cat","lives":9}`, `{"kind":"Dog","bark":true}`}, []string{`{"kind":"Cow"}`, `{"kind":"Cat","lives":"x"}`, `{}`}},
		{"3.0.4", `{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind, mapping: {c: '#/components/schemas/Cat', d: Dog}}}`, false,
			[]string{`{"kind":"c"}`, `{"kind":"d"}`, `{"kind":"Cat"}`}, []string{`{"kind":"e"}`, `{"kind":"c","lives":"x"}`}},
		{"3.0.4", `{$ref: '#/components/schemas/Cat', nullable: true, minProperties: 9}`, false, []string{`{"kind":"x"}`}, []string{`null`, `{}`}},
		{"3.0.4", `{$ref: '#/components/schemas/Cat/properties/lives'}`, false, []string{`5`}, []string{`"x"`}},
		{"3.1.1", `{type: [string, "null"], const: a}`, false, []string{`"a"`}, []string{`null`}},
		{"3.1.1", `{type: integer, format: int32}`, false, []string{`2147483648`}, []string{`1.5`}},
		{"3.1.1", `{$ref: '#/components/schemas/Cat', maxProperties: 1}`, false, []string{`{"kind":"x"}`}, []string{`{"kind":"x","a":1}`, `{}`}},
		{"3.1.1", `{required: [r], properties: {r: {readOnly: true}}}`, false, []string{`{"r":1}`}, []string{`{}`}},
		{"3.1.1", `{$defs: {a: {$anchor: x, type: string}}, items: {$ref: '#x'}}`, false, []string{`["a"]`}, []string{`[1]`}},
		{"3.1.1", `{$id: 'https://example.com/s', $defs: {a: {type: string}}, items: {$ref: '#/$defs/a'}}`, false, []string{`["a"]`}, []string{`[1]`}},
		{"3.1.1", `{items: {$ref: 'https://example.com/bird#/properties/wings'}}`, false, []string{`[2]`}, []string{`["x"]`}},
		{"3.1.1", `{prefixItems: [{type: string}, false], if: {minItems: 1}, then: {uniqueItems: true}}`, false, []string{`["a"]`}, []string{`[1]`, `["a",1]`}},
		{"3.2.0", `{anyOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind, defaultMapping: Dog}}`, false,
			[]string{`{"kind":"d"}`}, []string{`{"lives":1}`, `{"kind":"other"}`}},
	} {
		content := `content: {application/json: {schema: ` + c.schema + `}}`
		text := "paths: {/a: {put: {requestBody: {" + content + "}, responses: {\"200\": {description: d}}}}}"
		if c.response {
			text = "paths: {/a: {put: {responses: {\"200\": {description: d, " + content + "}}}}}"
		}
		more := ""
		if c.version != "3.0.4" {
			more = birds
		}
		o := load(t, head(c.version)+text+shared+more).Operations[0]
		var s *schema.Schema
		if c.response {
			s = o.responses["200"].types[0].schema.Schema
		} else {
			s = o.body.types[0].schema.Schema
		}
		for i, list := range [][]string{c.accepted, c.denied} {
			for _, value := range list {
				found, err := s.Check([]byte(value))
				if err != nil || (len(found) == 0) != (i == 0) {
					t.Errorf("%s %s: %s: %v %v", c.version, c.schema, value, found, err)
				}
			}
		}
	}
}

// Findings name the place in the document from which a keyword comes, even if the schema has been converted.
func TestLocations(t *testing.T) {
	const shared = "\ncomponents:\n  schemas:\n    A/b: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind}}\n" +
		"    Cat: {required: [kind], properties: {kind: {type: string}, lives: {type: integer, format: int32, allOf: [{minimum: 1}]}, name: {readOnly: true}}}\n    Dog: {required: [kind, bark], properties: {kind: {type: string}}}\n"
	text := head("3.0.4") + "paths: {/a: {put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A~1b'}}}}, responses: {\"200\": {description: d}}}}}" + shared
	d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }}) // the name A/b
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		`{"kind":"Cat","lives":3000000000}`:   "/lives must be at most 2147483647 (in the closest of 2 alternatives) api.yaml#/components/schemas/Cat/properties/lives/format",
		`{"kind":"Cat","lives":0}`:            "/lives must be at least 1 (in the closest of 2 alternatives) api.yaml#/components/schemas/Cat/properties/lives/allOf/0/minimum",
		`{"kind":"Cat","lives":1,"name":"x"}`: "/name must not be in a request, because it is read-only api.yaml#/components/schemas/Cat/properties/name/readOnly",
		`{"kind":"Cow","lives":0}`:            "/kind must be \"Cat\" or \"Dog\" api.yaml#/components/schemas/A~1b/oneOf",
	} {
		found, err := d.Operations[0].body.types[0].schema.Check([]byte(value))
		if err != nil || len(found) != 1 {
			t.Errorf("%s: %v %v", value, found, err)
			continue
		}
		f := d.finding("body", "", schema.Finding(found[0]))
		if got := fmt.Sprintf("%s %s %s", f.Pointer, f.Message, f.Location); got != want {
			t.Errorf("%s: got %s, want %s", value, got, want)
		}
	}
}

// With AllowNull, null is accepted wherever it says nullable.
func TestAllowNull(t *testing.T) {
	for _, c := range []struct {
		version, schema  string
		accepted, denied []string
	}{
		{"3.0.4", `{type: object, properties: {a: {nullable: true, allOf: [{$ref: '#/components/schemas/Cat'}]}}}`, []string{`{"a":null}`, `{"a":{"kind":"x"}}`}, []string{`{"a":{}}`, `{"a":5}`}},
		{"3.0.4", `{items: {nullable: true, anyOf: [{type: string}, {type: integer}]}}`, []string{`[null,"a",1]`}, []string{`[true]`}},
		{"3.0.4", `{items: {type: string, nullable: true, enum: [a]}}`, []string{`["a",null]`}, []string{`["b"]`}},
		{"3.0.4", `{items: {$ref: '#/components/schemas/Cat', nullable: true}}`, []string{`[{"kind":"x"},null]`}, []string{`[{}]`}},
		{"3.0.4", `{$ref: '#/components/schemas/Cat', nullable: true}`, []string{`{"kind":"x"}`, `null`}, []string{`{}`}},
		{"3.0.4", `{items: {type: string, nullable: true}}`, []string{`["a",null]`}, []string{`[1]`}},
		{"3.0.4", `{items: {allOf: [{type: string}]}}`, []string{`["a"]`}, []string{`[null]`}},
		{"3.1.1", `{items: {nullable: true, anyOf: [{type: string}]}}`, []string{`["a"]`}, []string{`[null]`}},
	} {
		text := head(c.version) + "paths: {/a: {put: {requestBody: {content: {application/json: {schema: " + c.schema + "}}}, responses: {\"200\": {description: d}}}}}\ncomponents: {schemas: {Cat: {type: object, required: [kind]}}}"
		d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{AllowNull: true})
		if err != nil {
			t.Fatal(err)
		}
		s := d.Operations[0].body.types[0].schema.Schema
		for i, list := range [][]string{c.accepted, c.denied} {
			for _, value := range list {
				if found, err := s.Check([]byte(value)); err != nil || (len(found) == 0) != (i == 0) {
					t.Errorf("%s %s: %s: %v %v", c.version, c.schema, value, found, err)
				}
			}
		}
	}
}
