//go:build purego || !amd64

package jsonsimd

func checkNesting(n *Nesting, elements []byte) bool { return checkNestingGeneric(n, elements) }
