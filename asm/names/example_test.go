package names_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/names"
)

func Example() {
	text := []byte(`{"id":1,"name":"assay"}`)
	fmt.Println(names.IndexQuoted(text, 'n', len("name")+1))
	// Output: 8
}
