//go:build !goexperiment.jsonv2

// Command stdjsonv2 is a contestant of the comparison: the JSON packages that the standard library
// contains under GOEXPERIMENT=jsonv2. If it is built without that experiment, as here, it only
// prints an error.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "stdjsonv2: build this with GOEXPERIMENT=jsonv2")
	os.Exit(1)
}
