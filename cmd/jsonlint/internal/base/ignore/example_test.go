package ignore_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
)

func Example() {
	list := ignore.ParseAll([]string{"*.json", "!keep.json", "gen/"})
	fmt.Println(list.Covers("a/b.json", false), list.Covers("a/keep.json", false), list.Covers("gen/keep.json", false))
	// Output: true false true
}
