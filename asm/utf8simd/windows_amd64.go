//go:build !purego

package utf8simd

import (
	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/internal/characters"
)

// validUTF8Windows is like validUTF8 for inputs of any length, which it validates one window at a
// time.
func validUTF8Windows(b []byte) bool {
	isFar := len(b) > far
	for len(b) > window {
		part := characters.Whole(b, window)
		if isFar && !validFarUTF8(part) || !isFar && !validUTF8(part) {
			return false
		}
		b = b[len(part):]
	}
	return validUTF8(b)
}

var _ = validUTF8Windows // called by assembly

// validFarUTF8 is [Valid] for inputs that are not in the cache.
func validFarUTF8(b []byte) bool {
	if asm.AVX512() {
		return validFarUTF8AVX512(b)
	}
	return validUTF8(b)
}
