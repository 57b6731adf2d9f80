package doubt_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/doubt"
)

// The closing quotation mark of "b is missing, so the comma on the same line may be part of a string.
func Example() {
	text := []byte("[\"a\",\n \"b,]")
	fmt.Println(doubt.First(text, doubt.Plain))
	fmt.Println(doubt.First([]byte("[1,]"), doubt.Plain) == doubt.None)
	// Output:
	// 6
	// true
}
