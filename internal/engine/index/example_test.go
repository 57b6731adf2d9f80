package index_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

func ExampleCheck() {
	rules := scan.Plain(scan.DefaultMaxDepth)
	fmt.Println(index.Check(&rules, []byte(`{"a": [1, 2]}`)) == nil)
	fmt.Println(index.Check(&rules, []byte(`{"a": [1, 2}`)).Kind)
	// Output:
	// true
	// mismatched-bracket
}
