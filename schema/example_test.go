package schema_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"github.com/assayjson/assay/schema"
)

func Example() {
	s, err := schema.Compile("order.schema.json", []byte(`{
		"type": "object",
		"required": ["id", "items"],
		"properties": {
			"id": {"type": "integer"},
			"items": {"items": {"properties": {"count": {"minimum": 1}}}}
		},
		"additionalProperties": false
	}`))
	if err != nil {
		log.Fatal(err)
	}
	findings, err := s.Check([]byte(`{
  "id": "17",
  "itmes": [{"count": 0}]
}`))
	if err != nil {
		log.Fatal(err) // not valid JSON
	}
	for _, f := range findings {
		fmt.Printf("%d:%d: %s [%s]\n", f.Position.Line, f.Position.Rune, f.Detail, f.Keyword)
	}
	// Output:
	// 1:1: must have the member "items", but has "itmes" [required]
	// 2:9: must be an integer, but is "17" [type]
	// 3:3: must not have the member "itmes"; did you mean "items"? [additionalProperties]
}

func ExampleCompiler_CompileFile() {
	c := schema.Compiler{
		Files: fstest.MapFS{ // or os.DirFS("schemas")
			"order.json":  {Data: []byte(`{"properties": {"id": {"$ref": "common.json#/$defs/id"}}}`)},
			"common.json": {Data: []byte(`{"$defs": {"id": {"type": "integer", "minimum": 1}}}`)},
		},
	}
	s, err := c.CompileFile("order.json")
	if err != nil {
		log.Fatal(err)
	}
	findings, err := s.Check([]byte(`{"id": 0}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range findings {
		fmt.Println(f.Pointer, f.Message, f.Location)
	}
	// Output:
	// /id must be at least 1 common.json#/$defs/id/minimum
}

func ExampleError() {
	_, err := schema.Compile("order.schema.json", []byte(`{
  "properties": {
    "id": {"type": "int"}
  }
}`))
	fmt.Println(err)
	// Output:
	// schema order.schema.json: line 3, column 20: must be "array", "boolean", "integer", "null", "number", "object", "string" or an array, but is "int"
}

func ExampleCompiler_CompileAt() {
	both, err := new(schema.Compiler).CompileAt("api.json", []byte(`{"$defs": {
		"id": {"type": "integer", "minimum": 1},
		"order": {"properties": {"id": {"$ref": "#/$defs/id"}}}
	}}`), "/$defs/id", "/$defs/order")
	if err != nil {
		log.Fatal(err)
	}
	for i, document := range []string{`0`, `{"id": 0}`} {
		findings, err := both[i].Check([]byte(document))
		if err != nil {
			log.Fatal(err)
		}
		for _, f := range findings {
			fmt.Printf("%q %s %s\n", f.Pointer, f.Message, f.Location)
		}
	}
	// Output:
	// "" must be at least 1 api.json#/$defs/id/minimum
	// "/id" must be at least 1 api.json#/$defs/id/minimum
}
