package asm_test

import (
	"fmt"

	"github.com/assayjson/assay/asm"
)

func Example() {
	body := []byte(`plain text up to a \" quote`)
	n := asm.PlainLen(body)
	fmt.Printf("%q\n", body[:n])
	fmt.Println(asm.ValidUTF8(body))
	// Output:
	// "plain text up to a "
	// true
}
