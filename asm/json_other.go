//go:build purego || !amd64

package asm

const mostVariables = mostVariablesGeneric

// jsonPlanes is the shape of the kernels in use.
var jsonPlanes = planeShapeGeneric

func lexJSON(vars, src *byte, chunks int, tokens, limit *byte) (chunksLeft int, end *byte, ok bool) {
	return lexJSONGeneric(vars, src, chunks, tokens, limit)
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	return grammarJSONGeneric(vars, tokens, groups, elements)
}
