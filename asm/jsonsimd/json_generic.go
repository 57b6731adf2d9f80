package jsonsimd

import (
	"math/bits"
	"unsafe"

	"github.com/assayjson/assay/asm/internal/swar"
)

// These are the JSON kernels in portable Go: a plane is a word, and a chunk has 64 bytes. Their
// generated parts are in zbitplanes_generic.go, zlexjson_generic.go and zgrammarjson_generic.go.

const mostVariablesGeneric = swar.WordSize * max(lexWords, grammarWords)

const mostLastingGeneric = mostVariablesGeneric

// planeShapeGeneric is empty on 32-bit machines. On these machines, each operation on a plane takes
// two instructions, and there are few registers. On 386, the scanner is faster than these kernels
// by a fifth.
var planeShapeGeneric = func() planeShape {
	if bits.UintSize < 64 {
		return planeShape{}
	}
	return planeShape{
		chunk: block, lexLasting: swar.WordSize * lexLastingWords, lexLastingIJSON: swar.WordSize * lexWords, grammarLasting: swar.WordSize * grammarWords,
		inString: swar.WordSize * lexInString, records: swar.WordSize * lexRecords, ijson: swar.WordSize * lexIJSON, names: swar.WordSize * lexNames, signs: swar.WordSize * lexSigns, valueNext: swar.WordSize * grammarValueNext,
		asked: swar.WordSize * lexAsked, counts: swar.WordSize * lexCounts,
	}
}()

// lexJSONGeneric writes the tokens of the given number of chunks to tokens. It stops early when the
// tokens reach limit; a whole block beyond limit must be writable. All chunks except the last
// follow each other at src; the last one is at final. The marks of each chunk are written stride
// bytes after those of the previous chunk.
//
// It returns the number of chunks left, the end of the tokens, and whether there has been no error
// so far. It takes pointers because the kernels in assembly do.
func lexJSONGeneric(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool) {
	v := (*[lexWords]uint64)(unsafe.Pointer(vars))
	done := 0
	for end = tokens; done < chunks && distance(end, limit) > 0; done++ {
		chunk := blockAt(final, 0)
		if done < chunks-1 {
			chunk = blockAt(src, done*block)
		}
		mask, mark := judgeBytes(v, chunk)
		*(*uint64)(unsafe.Add(unsafe.Pointer(marks), done*stride)) = mark
		n := compress(blockAt(end, 0), chunk, mask)
		end = &blockAt(end, n)[0]
	}
	return chunks - done, end, v[0] == 0
}

// grammarJSONGeneric checks the given number of groups of 64 tokens and writes the elements of
// their structure, delayed by two tokens. At elements, 64 bytes for each group and 64 more must be
// writable. The two bytes before tokens must be the preceding tokens, or zeros, which are not
// tokens. It returns the end of the elements, and whether there has been no error so far.
func grammarJSONGeneric(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool) {
	v := (*[grammarWords]uint64)(unsafe.Pointer(vars))
	end = elements
	for i := range groups {
		kept, inObject := judgeTokens(v, blockAt(tokens, i*block))
		n := compressElements(blockAt(end, 0), blockAt(tokens, i*block-2), kept, inObject)
		end = &blockAt(end, n)[0]
	}
	return end, v[0] == 0
}

// compress copies to out those bytes whose bits are set in mask, and returns their number. It
// writes two bytes at a time, so the number of rounds is only half the number of bytes, and is
// easier to predict. It may write an extra byte at the end.
func compress(out, bytes *[block]byte, mask uint64) int {
	count := bits.OnesCount64(mask)
	for i := 0; mask != 0; i += 2 {
		at := i & (block - 2) // shows the compiler that the index is in bounds
		out[at] = bytes[bits.TrailingZeros64(mask)]
		mask &= mask - 1
		out[at+1] = bytes[bits.TrailingZeros64(mask)%block]
		mask &= mask - 1
	}
	return count
}

// compressElements is like compress, but replaces commas in objects with semicolons.
func compressElements(out, bytes *[block]byte, mask, inObject uint64) int {
	n := 0
	for mask != 0 {
		i := bits.TrailingZeros64(mask)
		out[n%block] = bytes[i] ^ (','^';')*byte(inObject>>i&1)
		n++
		mask &= mask - 1
	}
	return n
}
