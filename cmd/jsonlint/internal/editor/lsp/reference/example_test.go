package reference_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/reference"
	"github.com/assayjson/assay/dialect"
)

func Example() {
	x := reference.New("file:///s.json", []byte(`{"$defs": {"name": {"$anchor": "name", "type": "string"}}}`), dialect.JSON)
	uri, err := reference.Join(x.Base(0), "#name")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.Find(uri))
	// Output: /$defs/name true
}
