//go:build !goexperiment.jsonv2

// Command stdjsonv2 takes part in the comparison with the JSON packages that the
// standard library has under GOEXPERIMENT=jsonv2. Built without it, it can only say so.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "stdjsonv2: build this with GOEXPERIMENT=jsonv2")
	os.Exit(1)
}
