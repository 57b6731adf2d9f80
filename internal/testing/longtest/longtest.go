package longtest

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// Variable is the name of an environment variable. If the variable is 1, tests run all of their
// cases.
const Variable = "ASSAY_LONG_TESTS"

// Off reports whether a test should run only a part of its cases. The result is true unless
// [Variable] is 1. With -short, which is used under the race detector and on emulated machines, it
// is always true.
func Off() bool { return !Asked() || testing.Short() }

// OneIn returns n with -short, and 1 otherwise. It is for tests that try only one in n of their cases under an emulator
// or the race detector, which are slow. All cases are tried elsewhere, without -short.
func OneIn(n int) int {
	if testing.Short() {
		return n
	}
	return 1
}

// Seed reports whether a fuzz target with many seeds should add number i. The result is always true if the seeds run as
// tests, and true for one in 16 if the target is fuzzed: go test runs all seeds before it changes any, and counts them
// as runs for -fuzztime.
func Seed(i int) bool {
	fuzz := flag.Lookup("test.fuzz")
	return fuzz == nil || fuzz.Value.String() == "" || i%16 == 0
}

// Asked reports whether [Variable] is 1, with or without -short. It is for tests that have no short
// form. It panics if the variable is neither 1 nor empty, so that a typing mistake is noticed.
func Asked() bool {
	switch v := os.Getenv(Variable); v {
	case "":
		return false
	case "1":
		return true
	default:
		panic(fmt.Sprintf("%s=%q: the value must be 1, or empty", Variable, v))
	}
}
