// Package longtest decides how thorough tests are. Tests that try millions of cases take minutes, and
// more on a busy machine, so they try only some of the cases unless the environment asks for all.
package longtest

import (
	"fmt"
	"os"
	"testing"
)

// Variable names the environment variable that is 1 where tests are to try everything.
const Variable = "ASSAY_LONG_TESTS"

// Off reports whether a test should try only some of its cases: unless [Variable] is 1, and always with
// -short, which is for the race detector and for emulated machines.
func Off() bool { return !Asked() || testing.Short() }

// Asked reports whether [Variable] is 1, with -short or without. Tests use it that have no form for
// -short. It panics if the variable has another value, so that a mistake is not taken for an answer.
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
