//go:build purego || !(amd64 || arm64)

package utf8simd

func validUTF8(b []byte) bool         { return validUTF8Generic(b) }
func isASCII(b []byte) bool           { return isASCIIGeneric(b) }
func countContinuations(b []byte) int { return countContinuationsGeneric(b) }
