//go:build !purego

package asm

// validUTF8 is [ValidUTF8]. It is an assembly function that jumps to the kernel in use
// and to validUTF8Windows for more than a window.
//
//go:noescape
func validUTF8(b []byte) bool

// validFarUTF8 is [ValidUTF8] for inputs that are not in the cache.
func validFarUTF8(b []byte) bool {
	if useAVX512 {
		return validFarUTF8AVX512(b)
	}
	return validUTF8(b)
}

// What the assembly names is in use, though no Go code says so.
var (
	_ = validUTF8Generic
	_ = validUTF8Windows
	_ = tiny
)

func isASCII(b []byte) bool {
	if useAVX512 {
		return isASCIIAVX512(b)
	}
	if useAVX2 {
		return isASCIIAVX2(b)
	}
	return isASCIIGeneric(b)
}

func countContinuations(b []byte) int {
	if useAVX512 {
		return countContinuationsAVX512(b)
	}
	if useAVX2 {
		return countContinuationsAVX2(b)
	}
	return countContinuationsGeneric(b)
}
