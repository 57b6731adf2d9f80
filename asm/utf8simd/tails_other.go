//go:build purego || !amd64

package utf8simd

func hasTailsKernel() bool { return false }

func countTailsKernel([]byte) int { panic("BUG: there is no kernel") }
