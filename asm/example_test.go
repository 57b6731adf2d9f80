package asm_test

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/asm"
)

func Example() {
	// Every CPU can run the portable kernels, which are the last in the list.
	kernels := asm.Kernels()
	fmt.Println(kernels[len(kernels)-1], slices.Contains(kernels, asm.Kernel()))
	// Output: generic true
}
