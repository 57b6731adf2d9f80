package circuit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// If no test fails when a rule is omitted, that rule is not tested. The generator numbers the
// rules, carries, counts and conditions of the circuits for each set of kernels. With -mutate N -of
// SET, it omits item N of that set and prints which item that is. The script ../mutate omits each
// item in turn and runs the tests.
var (
	mutate = flag.Int("mutate", 0, "leave out this `rule` of the circuits, to see whether a test notices")
	Of     = flag.String("of", "avx512", "omit it from the kernels of this `set`: avx512, avx2, neon or generic")
)

var places int

// Mutable reports whether the current circuits are for the selected set. Each set is tested
// separately. Chunks end at different positions in each set, so a mutation may be noticed with one
// set and not with another.
var Mutable bool

// IsLeftOut reports whether the current call is for the item to be omitted. It counts its calls,
// because items are numbered in the order of these calls. The parameter what describes the item.
func IsLeftOut(what string) bool {
	if !Mutable {
		return false
	}
	places++
	if places != *mutate {
		return false
	}
	fmt.Fprintf(os.Stderr, "mutation %d: %s, %s\n", places, what, ruleAtHand())
	return true
}

// ruleAtHand returns the file and line of the rule that is being emitted.
func ruleAtHand() string {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for {
		frame, more := frames.Next()
		switch name := filepath.Base(frame.File); name {
		case "lexjson.go", "grammarjson.go", "shortjson_masks.go", "shortjson_levels512.go", "shortjson_rules_avx2.go", "shortjson_bytes512.go":
			if strings.HasSuffix(frame.Function, ".Fail") || strings.HasSuffix(frame.Function, ".fail") || strings.HasSuffix(frame.Function, ".failNot") {
				continue // the rule is on the line that calls this function
			}
			return fmt.Sprintf("%s:%d", name, frame.Line)
		}
		if !more {
			return "outside the rules"
		}
	}
}

// CheckMutation exits with an error if the number given by -mutate is greater than the number of
// mutations.
func CheckMutation() {
	if *mutate > places {
		fmt.Fprintf(os.Stderr, "there are %d mutations\n", places)
		os.Exit(3)
	}
}
