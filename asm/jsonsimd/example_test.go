package jsonsimd_test

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// A kernel checks the text. On 32-bit machines there is no kernel, so known is false, and the caller must check the text
// with the scanner.
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
