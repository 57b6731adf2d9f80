package index_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

func ExampleCheck() {
	rules := scan.Plain(scan.DefaultMaxDepth)
	fmt.Println(index.Check(&rules, []byte(`{"a": [1, 2]}`)) == nil)
	fmt.Println(index.Check(&rules, []byte(`{"a": [1, 2}`)).Kind)
	// Output:
	// true
	// mismatched-bracket
}
