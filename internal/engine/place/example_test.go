package place_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/place"
)

func Example() {
	text := []byte("{\n  \"a\": [true, nul")
	fmt.Println(place.Locate(text, int64(len(text))).Line)
	fmt.Println(string(place.AppendPointer(nil, text, place.Trace(text), false)))
	// Output:
	// 2
	// /a/1
}
