//go:build !purego

package asm

// Assembly reads this variable too.
var useNEON bool

// NEON reports whether the NEON kernels are in use.
func NEON() bool { return useNEON }

// Every arm64 CPU that Go runs on has NEON.
func vectorKernels() []string { return []string{"neon"} }

func use(name string) {
	useNEON = name == "neon"
}
