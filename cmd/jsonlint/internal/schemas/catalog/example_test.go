package catalog_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/catalog"
)

func ExampleDecode() {
	entries, err := catalog.Decode([]byte(`{"schemas": [{"name": "Ports", "url": "https://example.com/port.json#", "fileMatch": ["**/conf/*.json"]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range entries {
		if p := e.Covering("shop/conf/a.json"); p != nil {
			fmt.Println(e.URL, p.Text)
		}
	}
	// Output: https://example.com/port.json **/conf/*.json
}
