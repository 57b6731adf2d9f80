package access_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/data/access"
)

// A folder cannot be replaced by a file.
func Example() {
	_, err := access.Old(".")
	fmt.Println(err)
	// Output: not a regular file
}
