package swar_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/internal/swar"
)

// The bytes that are quotation marks are found without a loop over the bytes.
func Example() {
	w := swar.Load([]byte(`{"a": 1}`))
	fmt.Printf("%08b\n", swar.LanesMask(swar.LanesExactly(w, '"'))) // the first byte is the lowest bit
	// Output: 00001010
}
