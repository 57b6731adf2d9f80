package regular_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// Reading a device may never end.
func Example() {
	_, err := regular.ReadFile("/dev/zero")
	fmt.Println(err != nil)
	// Output: true
}
