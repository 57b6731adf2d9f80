package diff_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/diff"
)

func Example() {
	before := "{\n  \"a\": 1,\n  \"b\": 2,\n}\n"
	after := "{\n  \"a\": 1,\n  \"b\": 2\n}\n"
	fmt.Printf("%s", diff.Unified("settings.json", []byte(before), []byte(after)))
	// Output:
	// --- a/settings.json
	// +++ b/settings.json
	// @@ -1,4 +1,4 @@
	//  {
	//    "a": 1,
	// -  "b": 2,
	// +  "b": 2
	//  }
}
