//go:build purego || !amd64

package asm

func checkNesting(n *Nesting, elements []byte) bool { return checkNestingGeneric(n, elements) }
