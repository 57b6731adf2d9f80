//go:build !purego

package utf8simd

import "github.com/assayjson/assay/asm"

// validUTF8 implements [Valid]. This assembly function jumps to the kernel in use, or to
// validUTF8Windows if b is longer than a window.
//
//go:noescape
func validUTF8(b []byte) bool

// These are used in assembly only.
var (
	_ = validUTF8Generic
	_ = tiny
)

func isASCII(b []byte) bool {
	if asm.AVX512() {
		return isASCIIAVX512(b)
	}
	if asm.AVX2() {
		return isASCIIAVX2(b)
	}
	return isASCIIGeneric(b)
}

func hasTailsKernel() bool { return asm.AVX512() || asm.AVX2() }

func countTailsKernel(b []byte) int {
	if asm.AVX512() {
		return countTailsAVX512(b)
	}
	return countTailsAVX2(b)
}

// There is no kernel for AVX2, which cannot remove bytes from a vector quickly.
func hasMendKernel() bool { return asm.AVX512() }

func mendKernel(dst, src []byte, replace uint64) (written, read int) {
	return mendAVX512(dst, src, replace)
}

func countContinuations(b []byte) int {
	if asm.AVX512() {
		return countContinuationsAVX512(b)
	}
	if asm.AVX2() {
		return countContinuationsAVX2(b)
	}
	return countContinuationsGeneric(b)
}
