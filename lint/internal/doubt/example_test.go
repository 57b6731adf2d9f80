package doubt_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/doubt"
)

// The closing quotation mark of "b is missing, so the comma on the same line may be part of a string.
func Example() {
	for _, text := range []string{"[\"a\",\n \"b,]", "[1,]"} {
		scanner := doubt.New(doubt.Plain, 0)
		scanner.Write([]byte(text))
		offset := scanner.End()
		fmt.Println(offset, offset == doubt.None)
	}
	// Output:
	// 6 false
	// 9223372036854775807 true
}
