//go:build !purego

package utf8simd

import "github.com/assayjson/assay/asm"

// validUTF8 is [Valid]. It is an assembly function that jumps to the kernel in use
// and to validUTF8Windows for more than a window.
//
//go:noescape
func validUTF8(b []byte) bool

// What the assembly names is in use, though no Go code says so.
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

func countContinuations(b []byte) int {
	if asm.AVX512() {
		return countContinuationsAVX512(b)
	}
	if asm.AVX2() {
		return countContinuationsAVX2(b)
	}
	return countContinuationsGeneric(b)
}
