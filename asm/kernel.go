package asm

import (
	"fmt"
	"slices"
)

// Kernels come in sets: one for each instruction set, and the portable set, which has this name.
const generic = "generic"

// kernel is the name of the set in use. Operations do not look at this name. They call AVX512 and
// similar functions, which return variables that are set together with the name. Function variables
// would be simpler, but would make every slice escape to the heap and cost an indirect call.
var kernel = start()

// Window is the largest number of bytes passed to a vector kernel in one call. The scheduler cannot
// preempt assembly, so a longer call could delay a garbage collection.
const Window = 64 << 10

// followers are called whenever the kernels in use change.
var followers []func()

// OnUse calls f now, and again whenever [Use] has changed the kernels in use. It may only be called
// during package initialization, by the packages of kernels.
func OnUse(f func()) {
	followers = append(followers, f)
	f()
}

func start() string {
	best := Kernels()[0]
	use(best)
	return best
}

// Kernel returns the name of the kernels in use, for benchmarks and bug reports: "avx512", "avx2",
// "neon", or "generic" for the portable code.
func Kernel() string { return kernel }

// Kernels returns the names of the kernels that this CPU can run, fastest first and "generic" last.
// The features of the CPU are read once, when the program starts.
func Kernels() []string { return append(vectorKernels(), generic) }

// Use selects the set of kernels with the given name. If the name is not one of [Kernels], Use
// returns an error and changes nothing. It is for tests and benchmarks that run each set. It must
// not be called while another goroutine is executing code of the packages of kernels.
func Use(name string) error {
	if !slices.Contains(Kernels(), name) {
		return fmt.Errorf("asm: kernel %q is not available; this CPU has %q", name, Kernels())
	}
	kernel = name
	use(name)
	for _, f := range followers {
		f()
	}
	return nil
}
