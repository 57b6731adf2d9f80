package site_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve/site"
)

func Example() {
	s := site.Site{Listen: "127.0.0.1:0", Paths: []string{"data"}, ReadOnly: true}
	fmt.Println(s.Listen, s.Paths)
	// Output: 127.0.0.1:0 [data]
}
