//go:build !purego

package asm

const mostVariables = max(lexVariablesAVX512, grammarVariablesAVX512, lexVariablesAVX2, grammarVariablesAVX2)

// jsonPlanes is the shape of the kernels in use.
var jsonPlanes planeShape

func useJSON() {
	switch {
	case useAVX512:
		jsonPlanes = planeShape{
			chunk: 512, lexLasting: lexLastingAVX512, grammarLasting: grammarLastingAVX512,
			records: lexRecordsAVX512, pairs: lexPairsAVX512, valueNext: grammarValueNextAVX512,
		}
	case useAVX2:
		jsonPlanes = planeShape{
			chunk: 256, lexLasting: lexLastingAVX2, grammarLasting: grammarLastingAVX2,
			records: lexRecordsAVX2, pairs: lexPairsAVX2, valueNext: grammarValueNextAVX2,
		}
	default:
		jsonPlanes = planeShape{}
	}
}

func lexJSON(vars, src *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool) {
	switch {
	case useAVX512:
		return lexJSONAVX512(vars, src, chunks, tokens, limit, marks, stride)
	case useAVX2:
		return lexJSONAVX2(vars, src, chunks, tokens, limit, marks, stride)
	}
	return chunks, tokens, false
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	switch {
	case useAVX512:
		return grammarJSONAVX512(vars, tokens, groups, elements)
	case useAVX2:
		return grammarJSONAVX2(vars, tokens, groups, elements)
	}
	return elements, false
}
