package jsonsimd_test

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// A kernel gives a verdict on a text that is long enough, if it knows it. Otherwise, the caller checks the text with the
// scanner, which is the case here on 32-bit machines.
func Example() {
	text := []byte("[" + strings.Repeat(`{"id": 1}, `, 100) + "null]")
	valid, known := jsonsimd.Valid(text, 100)
	fmt.Println(valid || !known)
	text[1] = ','
	valid, _ = jsonsimd.Valid(text, 100)
	fmt.Println(valid)
	// Output:
	// true
	// false
}
