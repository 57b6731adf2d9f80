//go:build !purego

package asm

// validUTF8NEON is validUTF8Generic by the lookups of Keiser and Lemire, for at least
// eight bytes.
//
//go:noescape
func validUTF8NEON(b []byte) bool

// isASCIINEON is isASCIIGeneric, a group of four blocks at a time, for at least 64
// bytes.
//
//go:noescape
func isASCIINEON(b []byte) bool

// countContinuationsNEON is countContinuationsGeneric, a group of four blocks at a
// time, for at least 64 bytes.
//
//go:noescape
func countContinuationsNEON(b []byte) int

func validUTF8(b []byte) bool {
	if !useNEON || len(b) <= tiny {
		return validUTF8Generic(b)
	}
	if len(b) > window {
		return validUTF8Windows(b)
	}
	return validUTF8NEON(b)
}

func validFarUTF8(b []byte) bool { return validUTF8(b) }

func isASCII(b []byte) bool {
	if useNEON {
		return isASCIINEON(b)
	}
	return isASCIIGeneric(b)
}

func countContinuations(b []byte) int {
	if useNEON {
		return countContinuationsNEON(b)
	}
	return countContinuationsGeneric(b)
}
