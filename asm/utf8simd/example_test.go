package utf8simd_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/asm/utf8simd"
)

func Example() {
	body := []byte(`plain text up to a \" quote`)
	n := quoting.PlainLen(body)
	fmt.Printf("%q\n", body[:n])
	fmt.Println(utf8simd.Valid(body))
	// Output:
	// "plain text up to a "
	// true
}
