//go:build !purego

package asm

const mostVariables = max(mostVariablesGeneric, lexVariablesAVX512, grammarVariablesAVX512)

// jsonPlanes is the shape of the kernels in use.
var jsonPlanes planeShape

func useJSON() {
	switch {
	case useAVX512:
		jsonPlanes = planeShape{512, lexLastingAVX512, grammarLastingAVX512, grammarValueNextAVX512}
	default:
		jsonPlanes = planeShapeGeneric
	}
}

func lexJSON(vars, src *byte, chunks int, tokens, limit *byte) (chunksLeft int, end *byte, ok bool) {
	switch {
	case useAVX512:
		return lexJSONAVX512(vars, src, chunks, tokens, limit)
	default:
		return lexJSONGeneric(vars, src, chunks, tokens, limit)
	}
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	switch {
	case useAVX512:
		return grammarJSONAVX512(vars, tokens, groups, elements)
	default:
		return grammarJSONGeneric(vars, tokens, groups, elements)
	}
}
