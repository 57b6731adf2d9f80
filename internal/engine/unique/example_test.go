package unique_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/unique"
)

func Example() {
	var names unique.Exact
	text := []byte(`{"a":1,"\u0061":2}`)
	names.Open(nil)
	for _, name := range [][2]int{{1, 4}, {7, 15}} {
		first, isNew := names.Add(text, name[0], name[1], true)
		fmt.Println(string(text[name[0]:name[1]]), isNew, names.Spans[first].Begin)
	}
	// Output:
	// "a" true 1
	// "\u0061" false 1
}
