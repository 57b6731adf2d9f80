//go:build purego || !(amd64 || arm64)

package jsonsimd

const mostVariables = mostVariablesGeneric

// mostLasting is the largest size in bytes that any kernel needs for variables that keep their
// values from chunk to chunk.
const mostLasting = mostLastingGeneric

func useJSON() { jsonPlanes = planeShapeGeneric }

func lexJSON(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool) {
	return lexJSONGeneric(vars, src, final, chunks, tokens, limit, marks, stride)
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	return grammarJSONGeneric(vars, tokens, groups, elements)
}

func hasShortKernel() bool { return false }

func shortJSON([]byte) (valid, known bool) { return false, false }

func masksShort(*ShortMasks, []byte) (valid, known bool) { return false, false }
