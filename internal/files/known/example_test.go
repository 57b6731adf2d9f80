package known_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/files/known"
)

func Example() {
	f := known.Find("web/tsconfig.build.json")
	fmt.Println(f.Program, f.Dialect)
	fmt.Println(known.Find("notes.txt") == nil)
	// Output:
	// TypeScript jwcc
	// true
}
