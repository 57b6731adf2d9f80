//go:build !purego

package utf8simd

import (
	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/internal/characters"
)

// validUTF8NEON is like validUTF8Generic, but uses the lookups of Keiser and Lemire. b must have at
// least eight bytes.
//
//go:noescape
func validUTF8NEON(b []byte) bool

// isASCIINEON is like isASCIIGeneric, but processes a group of four blocks at a time. b must have
// at least 64 bytes.
//
//go:noescape
func isASCIINEON(b []byte) bool

// countContinuationsNEON is like countContinuationsGeneric, but processes a group of four blocks at
// a time. b must have at least 64 bytes.
//
//go:noescape
func countContinuationsNEON(b []byte) int

func validUTF8(b []byte) bool {
	if !asm.NEON() {
		return validUTF8Generic(b)
	}
	for len(b) > window {
		part := characters.Whole(b, window)
		if !validUTF8NEON(part) {
			return false
		}
		b = b[len(part):]
	}
	if len(b) <= tiny {
		return validUTF8Generic(b)
	}
	return validUTF8NEON(b)
}

func isASCII(b []byte) bool {
	if asm.NEON() {
		return isASCIINEON(b)
	}
	return isASCIIGeneric(b)
}

func countContinuations(b []byte) int {
	if asm.NEON() {
		return countContinuationsNEON(b)
	}
	return countContinuationsGeneric(b)
}
