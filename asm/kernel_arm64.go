//go:build !purego

package asm

var useNEON bool

// Every arm64 CPU that Go runs on has NEON.
func vectorKernels() []string { return []string{"neon"} }

func use(name string) {
	useNEON = name == "neon"
	useJSON()
}
