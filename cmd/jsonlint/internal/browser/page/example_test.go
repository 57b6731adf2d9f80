package page_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/page"
)

func Example() {
	var files page.Files
	files.Set("/.jsonlintrc.json", []byte(`{"rules": {"bom": "off"}}`))
	size, isFolder, err := files.Stat("/")
	fmt.Println(size, isFolder, err, files.List("/"))
	// Output: 0 true <nil> [.jsonlintrc.json]
}
