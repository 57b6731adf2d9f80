//go:build !purego

package asm

// Assembly reads this, too.
var useNEON bool

// NEON reports whether the kernels in use are those for NEON.
func NEON() bool { return useNEON }

// Every arm64 CPU that Go runs on has NEON.
func vectorKernels() []string { return []string{"neon"} }

func use(name string) {
	useNEON = name == "neon"
}
