package editorconfig_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/editorconfig"
	"github.com/assayjson/assay/format"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	text := "root = true\n[*.json]\nindent_style = space\nindent_size = 4\n"
	if err := os.WriteFile(filepath.Join(dir, ".editorconfig"), []byte(text), 0o666); err != nil {
		panic(err)
	}
	var finder editorconfig.Finder
	properties, err := finder.Find(filepath.Join(dir, "a.json"))
	var o format.Options
	properties.Apply(&o)
	fmt.Printf("%q %v\n", o.Indent, err)
	// Output: "    " <nil>
}
