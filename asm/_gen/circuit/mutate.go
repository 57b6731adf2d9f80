package circuit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A rule that no test notices the lack of is not proved. With -mutate N -of SET the
// generator leaves out the Nth of the rules, carries, counts and conditions of the
// circuits, in the kernels of that set, and says which; ../mutate runs the tests on each
// such kernel.
var (
	mutate = flag.Int("mutate", 0, "leave out this `rule` of the circuits, to see whether a test notices")
	Of     = flag.String("of", "avx512", "leave it out in the kernels of this `set`: avx512, avx2, neon or generic")
)

var places int

// Mutable is whether circuits are for the set that is named. Edges of chunks lie at other
// places in each, so what the tests notice in one they may not in another.
var Mutable bool

// IsLeftOut counts the places where it is called, and reports whether this is the one that
// is to be left out.
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

// ruleAtHand returns the line of the rules that is being written.
func ruleAtHand() string {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for {
		frame, more := frames.Next()
		switch name := filepath.Base(frame.File); name {
		case "lexjson.go", "grammarjson.go", "shortjson_masks.go", "shortjson_rules_avx2.go", "shortjson_bytes512.go":
			if strings.HasSuffix(frame.Function, ".Fail") || strings.HasSuffix(frame.Function, ".fail") || strings.HasSuffix(frame.Function, ".failNot") {
				continue // what a rule says, not the rule
			}
			return fmt.Sprintf("%s:%d", name, frame.Line)
		}
		if !more {
			return "outside the rules"
		}
	}
}

// CheckMutation fails if there are not so many places.
func CheckMutation() {
	if *mutate > places {
		fmt.Fprintf(os.Stderr, "there are %d mutations\n", places)
		os.Exit(3)
	}
}
