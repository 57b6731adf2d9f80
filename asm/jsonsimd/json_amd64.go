//go:build !purego

package jsonsimd

import "github.com/assayjson/assay/asm"

const mostVariables = max(mostVariablesGeneric, lexVariablesAVX512, grammarVariablesAVX512, lexVariablesAVX2, grammarVariablesAVX2)

// mostLasting is the largest size in bytes that any kernel needs for variables that keep their
// values from chunk to chunk.
const mostLasting = max(mostLastingGeneric, lexLastingIJSONAVX512, grammarLastingAVX512, lexLastingIJSONAVX2, grammarLastingAVX2)

// leastShort is the length in bytes of the shortest document that the AVX2 kernels for short documents
// accept. Those with AVX-512 accept all lengths but zero.
const leastShort = 16

func useJSON() {
	switch {
	case asm.AVX512():
		jsonPlanes = planeShape{
			chunk: 512, lexLasting: lexLastingAVX512, lexLastingIJSON: lexLastingIJSONAVX512, grammarLasting: grammarLastingAVX512,
			inString: lexInStringAVX512, records: lexRecordsAVX512, ijson: lexIJSONAVX512, names: lexNamesAVX512, signs: lexSignsAVX512, valueNext: grammarValueNextAVX512,
			asked: lexAskedAVX512, counts: lexCountsAVX512, lexTokens: lexTokensAVX512, errors: grammarErrorsAVX512, elements: grammarElementsAVX512,
		}
	case asm.AVX2():
		jsonPlanes = planeShape{
			chunk: 256, lexLasting: lexLastingAVX2, lexLastingIJSON: lexLastingIJSONAVX2, grammarLasting: grammarLastingAVX2,
			inString: lexInStringAVX2, records: lexRecordsAVX2, ijson: lexIJSONAVX2, names: lexNamesAVX2, signs: lexSignsAVX2, valueNext: grammarValueNextAVX2,
			asked: lexAskedAVX2, counts: lexCountsAVX2, lexTokens: lexTokensAVX2, errors: grammarErrorsAVX2, elements: grammarElementsAVX2,
		}
	default:
		jsonPlanes = planeShapeGeneric
	}
}

func lexJSON(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool) {
	switch {
	case asm.AVX512():
		return lexJSONAVX512(vars, src, final, chunks, tokens, limit, marks, stride)
	case asm.AVX2():
		return lexJSONAVX2(vars, src, final, chunks, tokens, limit, marks, stride)
	default:
		return lexJSONGeneric(vars, src, final, chunks, tokens, limit, marks, stride)
	}
}

func grammarJSON(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	switch {
	case asm.AVX512():
		return grammarJSONAVX512(vars, tokens, groups, elements)
	case asm.AVX2():
		return grammarJSONAVX2(vars, tokens, groups, elements)
	default:
		return grammarJSONGeneric(vars, tokens, groups, elements)
	}
}

// hasShortKernel reports whether there is a kernel for short documents.
func hasShortKernel() bool { return asm.AVX512() || asm.AVX2() }

// shortJSON checks a document of at most MostShort bytes. It does not limit the depth. known is
// false if there is no kernel for the document, or if it has too many tokens for the kernel.
func shortJSON(b []byte) (valid, known bool) {
	n := len(b)
	switch {
	case n == 0:
		return false, hasShortKernel()
	case asm.AVX512() && n < 64:
		return shortJSON64AVX512(&b[0], n)
	case asm.AVX512():
		return shortJSON512AVX512(&b[0], n)
	case asm.AVX2() && n < leastShort:
		padded := padShort(b)
		return shortJSON64AVX2(&padded[0], leastShort)
	case asm.AVX2() && n < 64:
		return shortJSON64AVX2(&b[0], n)
	case asm.AVX2():
		return shortJSON512AVX2(&b[0], n)
	}
	return false, false
}

// padShort adds white space to a document of fewer than leastShort bytes. White space is allowed after a
// document, and neither completes nor breaks a token.
func padShort(b []byte) (padded [leastShort]byte) {
	padded = [leastShort]byte{' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '}
	copy(padded[:], b)
	return padded
}

// masksShort is shortJSON, and also sets the masks. It does not know documents without bytes.
func masksShort(masks *ShortMasks, b []byte) (valid, known bool) {
	n := len(b)
	switch {
	case n == 0:
	case asm.AVX512():
		return indexJSON512AVX512(&b[0], n, &masks[0])
	case asm.AVX2() && n < leastShort:
		padded := padShort(b)
		return indexJSON64AVX2(&padded[0], leastShort, &masks[0])
	case asm.AVX2() && n < block:
		return indexJSON64AVX2(&b[0], n, &masks[0])
	case asm.AVX2():
		return indexJSON512AVX2(&b[0], n, &masks[0])
	}
	return false, false
}
