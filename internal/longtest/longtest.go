// Package longtest decides how thorough tests are. Tests of millions of cases take minutes, and
// longer on a busy machine, so they run only a part of their cases unless the environment asks for
// all of them.
package longtest

import (
	"fmt"
	"os"
	"testing"
)

// Variable is the name of the environment variable that is 1 if tests are to run all of their
// cases.
const Variable = "ASSAY_LONG_TESTS"

// Off reports whether a test should run only a part of its cases. It does unless [Variable] is 1,
// and always with -short, which is used under the race detector and on emulated machines.
func Off() bool { return !Asked() || testing.Short() }

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
