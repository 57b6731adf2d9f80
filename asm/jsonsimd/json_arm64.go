//go:build !purego

package jsonsimd

import "github.com/assayjson/assay/asm"

const mostVariables = max(mostVariablesGeneric, lexVariablesNEON, grammarVariablesNEON)

// mostLasting is the largest size in bytes that any kernel needs for variables that keep their
// values from chunk to chunk.
const mostLasting = max(mostLastingGeneric, lexLastingIJSONNEON, grammarLastingNEON)

func useJSON() {
	switch {
	case asm.NEON():
		jsonPlanes = planeShape{
			chunk: 128, lexLasting: lexLastingNEON, lexLastingIJSON: lexLastingIJSONNEON, grammarLasting: grammarLastingNEON,
			inString: lexInStringNEON, records: lexRecordsNEON, ijson: lexIJSONNEON, names: lexNamesNEON, signs: lexSignsNEON, valueNext: grammarValueNextNEON,
			asked: lexAskedNEON, counts: lexCountsNEON, lexTokens: lexTokensNEON, errors: grammarErrorsNEON, elements: grammarElementsNEON,
		}
	default:
		jsonPlanes = planeShapeGeneric
	}
}

func lexJSON(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool) {
	switch {
	case asm.NEON():
		return lexJSONNEON(vars, src, final, chunks, tokens, limit, marks, stride)
	default:
		return lexJSONGeneric(vars, src, final, chunks, tokens, limit, marks, stride)
	}
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	switch {
	case asm.NEON():
		return grammarJSONNEON(vars, tokens, groups, elements)
	default:
		return grammarJSONGeneric(vars, tokens, groups, elements)
	}
}

func hasShortKernel() bool { return false }

func shortJSON([]byte) (valid, known bool) { return false, false }

func masksShort(*ShortMasks, []byte) (valid, known bool) { return false, false }
