//go:build purego || !(amd64 || arm64)

package asm

func validUTF8(b []byte) bool         { return validUTF8Generic(b) }
func validFarUTF8(b []byte) bool      { return validUTF8Generic(b) }
func isASCII(b []byte) bool           { return isASCIIGeneric(b) }
func countContinuations(b []byte) int { return countContinuationsGeneric(b) }
