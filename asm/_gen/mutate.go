package main

import (
	"flag"
	"fmt"
	"os"
)

// A rule that no test notices the lack of is not proved. With -mutate N the generator
// leaves out the Nth of the rules, carries and conditions of the circuits, and says
// which; ../mutate runs the tests on each such kernel. A test sees the kernels of one
// architecture alone, so that is where it is left out.
var (
	mutate  = flag.Int("mutate", 0, "leave out this `rule` of the circuits, to see whether a test notices")
	mutated = flag.String("of", "amd64", "the `architecture` for whose kernels -mutate leaves it out")
)

var (
	places       int
	architecture string // of the kernels that are being written
)

// isLeftOut counts the places where it is called, and reports whether this is the one that
// is to be left out.
func isLeftOut(what string) bool {
	if architecture != *mutated {
		return false
	}
	places++
	if places != *mutate {
		return false
	}
	fmt.Fprintf(os.Stderr, "mutation %d: %s\n", places, what)
	return true
}

// checkMutation fails if there are not so many places.
func checkMutation() {
	if *mutate > places {
		fmt.Fprintf(os.Stderr, "there are %d mutations\n", places)
		os.Exit(3)
	}
}
