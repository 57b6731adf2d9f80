//go:build purego || !amd64

package asm

func indexExponent(b []byte) int { return indexExponentGeneric(b) }
