package quoting_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/quoting"
)

// A text is quoted, and the result is unquoted up to its closing quotation mark.
func Example() {
	text := "tab\t and \"quotes\""
	dst := make([]byte, len(text)+quoting.Room)
	n, read, valid := quoting.Quote(dst, text, quoting.NewTable(0))
	fmt.Println(string(dst[:n]), read == len(text), valid)

	back := make([]byte, n+1)
	m, _, _ := quoting.Unquote(back, string(dst[:n])+"\"")
	fmt.Println(string(back[:m]) == text)
	// Output:
	// tab\t and \"quotes\" true true
	// true
}
