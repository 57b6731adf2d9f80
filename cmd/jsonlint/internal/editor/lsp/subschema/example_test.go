package subschema_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
)

func Example() {
	set, err := subschema.New("file:///s.json", []byte(`{
		"properties": {"port": {"$ref": "#/$defs/port"}},
		"$defs": {"port": {"type": "integer", "description": "Where the server listens.", "default": 8080}}
	}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	about := subschema.Describe(set.At(subschema.Path("port")))
	fmt.Println(about.Description, about.Types, about.Default)
	// Output: Where the server listens. [integer] 8080
}
