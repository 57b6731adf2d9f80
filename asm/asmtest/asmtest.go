package asmtest

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
)

// RequireKernels is the name of the environment variable that lists, separated by commas, the
// kernels that this machine is known to support. A test fails if a listed kernel cannot run here; a
// kernel that is not listed is skipped instead.
const RequireKernels = "ASSAY_REQUIRE_KERNELS"

// EachKernel runs f as a subtest for each set of kernels of this architecture. The set is in use
// for the whole process while f runs, so f must not be parallel.
func EachKernel(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	inUse := asm.Kernel()
	t.Cleanup(func() { use(t, inUse) })
	for _, name := range kernelsToTest() {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(asm.Kernels(), name) {
				if slices.Contains(required(), name) {
					t.Fatalf("%s asks for kernel %s; here are %v", RequireKernels, name, asm.Kernels())
				}
				t.Skipf("this machine has %v", asm.Kernels())
			}
			use(t, name)
			f(t)
		})
	}
}

// Benchmark is like [EachKernel] for benchmarks, but only runs the kernels that this CPU supports.
func Benchmark(b *testing.B, f func(b *testing.B)) {
	inUse := asm.Kernel()
	b.Cleanup(func() { use(b, inUse) })
	for _, name := range asm.Kernels() {
		b.Run(name, func(b *testing.B) {
			use(b, name)
			f(b)
		})
	}
}

// kernelsToTest returns the kernels that are written for this architecture, and those that
// [RequireKernels] lists.
func kernelsToTest() []string {
	names := asm.Kernels()
	switch runtime.GOARCH {
	case "amd64":
		names = []string{"avx512", "avx2", "generic"}
	case "arm64":
		names = []string{"neon", "generic"}
	}
	for _, name := range required() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func required() []string {
	return strings.FieldsFunc(os.Getenv(RequireKernels), func(r rune) bool { return r == ',' })
}

func use(t testing.TB, name string) {
	t.Helper()
	if err := asm.Use(name); err != nil {
		t.Fatal(err)
	}
}
