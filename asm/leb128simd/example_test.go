package leb128simd_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/leb128simd"
)

// The last integer is cut off.
func Example() {
	var values [8]uint64
	n, bytes := leb128simd.Uint64s(values[:], []byte{0x01, 0xE5, 0x8E, 0x26, 0x80})
	fmt.Println(values[:n], bytes)
	// Output: [1 624485] 4
}
