//go:build purego || !(amd64 || arm64)

package asm

const mostVariables = 0

// jsonPlanes is the shape of the kernels in use: there are none.
var jsonPlanes planeShape

func lexJSON(_, _ *byte, chunks int, tokens, _ *byte) (chunksLeft int, end *byte, ok bool) {
	return chunks, tokens, false
}

func grammarJSON(_, _ *byte, _ int, elements *byte) (end *byte, ok bool) { return elements, false }
