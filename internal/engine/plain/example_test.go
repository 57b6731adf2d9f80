package plain_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/plain"
)

func ExampleLen() {
	fmt.Println(plain.Len([]byte(`plain "quoted"`)), plain.Len([]byte("café")))
	// Output:
	// 6 3
}

func ExampleSkip() {
	text := []byte(`caf\u00e9 au lait", "next": 1`)
	end, _ := plain.Skip(text, 0)
	fmt.Printf("%s\n", text[:end])
	// Output:
	// caf\u00e9 au lait
}
