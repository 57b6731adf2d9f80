package structure_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
)

func Example() {
	w := &structure.Walk{Src: []byte(`{"users": [{"id": 7}, {"id": `)}
	w.Scalar = func(v *structure.Value) bool {
		fmt.Println(w.Pointer(v), v.Span)
		return true
	}
	w.Leave = func(v *structure.Value) bool {
		fmt.Printf("%q %v\n", w.Pointer(v), v.Span)
		return true
	}
	w.Run()
	// Output:
	// /users/0/id {18 19}
	// "/users/0" {11 20}
	// "/users/1" {22 29}
	// "/users" {10 29}
	// "" {0 29}
}
