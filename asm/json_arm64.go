//go:build !purego

package asm

const mostVariables = max(lexVariablesNEON, grammarVariablesNEON)

// jsonPlanes is the shape of the kernels in use.
var jsonPlanes planeShape

func useJSON() {
	switch {
	case useNEON:
		jsonPlanes = planeShape{128, lexLastingNEON, grammarLastingNEON, grammarValueNextNEON}
	default:
		jsonPlanes = planeShape{}
	}
}

func lexJSON(vars, src *byte, chunks int, tokens, limit *byte) (chunksLeft int, end *byte, ok bool) {
	switch {
	case useNEON:
		return lexJSONNEON(vars, src, chunks, tokens, limit)
	}
	return chunks, tokens, false
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	switch {
	case useNEON:
		return grammarJSONNEON(vars, tokens, groups, elements)
	}
	return elements, false
}
