package asm

import (
	"fmt"
	"slices"
)

// The kernels come in sets, one for each instruction set and the portable one.
const generic = "generic"

// kernel is the set in use. The operations ask AVX512 and the like, which go by variables that
// are set with it: a function variable in place of those would make every slice escape to the
// heap and cost an indirect call.
var kernel = start()

// Window is the most bytes that one call of a vector kernel is given. The scheduler cannot
// stop assembly, and a garbage collection that waits for it should not wait for long.
const Window = 64 << 10

// followers are called when the kernels in use change.
var followers []func()

// OnUse calls f now, and again whenever [Use] has changed the kernels in use. It is for the
// packages of kernels, which call it before the program begins.
func OnUse(f func()) {
	followers = append(followers, f)
	f()
}

func start() string {
	best := Kernels()[0]
	use(best)
	return best
}

// Kernel returns the name of the kernels in use, for benchmarks and bug reports to
// print: "avx512", "avx2", "neon", or "generic" where the portable code runs.
func Kernel() string { return kernel }

// Kernels returns the names of the kernels that this CPU can run, the fastest first
// and "generic" last. The CPU has been asked once, at the start of the program.
func Kernels() []string { return append(vectorKernels(), generic) }

// Use puts the named kernels to use from now on. It is for tests and benchmarks, which
// want to see each: it must not be called while other goroutines are in the packages of kernels.
// The name must be one of [Kernels].
func Use(name string) error {
	if !slices.Contains(Kernels(), name) {
		return fmt.Errorf("asm: kernel %q: this CPU has %q", name, Kernels())
	}
	kernel = name
	use(name)
	for _, f := range followers {
		f()
	}
	return nil
}
