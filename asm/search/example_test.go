package search_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/search"
)

func Example() {
	fmt.Println(search.CountLines([]byte("{\n}\r\n")))
	// Output: 2
}
