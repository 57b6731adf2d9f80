package format_test

import (
	"fmt"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
)

func ExampleAppend() {
	src := []byte(`{"name": "assay", // the module
"tags": ["json","utf-8"], "limits": {"depth": 10000, "bytes": 1e9, "tokens": null, "strings": "as long as they are"}}`)
	out, err := format.Append(nil, src, format.Options{Dialect: dialect.JSONC, Width: 60})
	fmt.Printf("%s%v\n", out, err)
	// Output:
	// {
	//   "name": "assay", // the module
	//   "tags": ["json", "utf-8"],
	//   "limits": {
	//     "depth": 10000,
	//     "bytes": 1e9,
	//     "tokens": null,
	//     "strings": "as long as they are"
	//   }
	// }
	// <nil>
}

// Use the canonical form for hashes and signatures.
func ExampleAppend_canonical() {
	out, err := format.Append(nil, []byte(`{"b": 1.0, "a": "\u00e9\/"}`), format.Options{Canonical: true})
	fmt.Printf("%s %v\n", out, err)
	// Output: {"a":"é/","b":1} <nil>
}

// Format files in the same way as Prettier.
func ExampleAppend_prettier() {
	src := []byte(`{
"name": "assay", "sizes": [16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864],
"points": [{"x":1,"y":2},{"x":3,"y":4}]}`)
	out, err := format.Append(nil, src, format.Options{Width: 80, Style: format.Prettier})
	fmt.Printf("%s%v\n", out, err)
	// Output:
	// {
	//   "name": "assay",
	//   "sizes": [
	//     16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216,
	//     67108864
	//   ],
	//   "points": [
	//     { "x": 1, "y": 2 },
	//     { "x": 3, "y": 4 }
	//   ]
	// }
	// <nil>
}
