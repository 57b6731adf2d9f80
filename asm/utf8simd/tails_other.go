//go:build purego || !amd64

package utf8simd

func hasTailsKernel() bool { return false }

func countTailsKernel([]byte) int { panic("BUG: there is no kernel") }

func hasMendKernel() bool { return false }

func mendKernel(_, _ []byte, _ uint64) (written, read int) { panic("BUG: there is no kernel") }
