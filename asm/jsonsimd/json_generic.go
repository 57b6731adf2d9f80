package jsonsimd

import (
	"math/bits"
	"unsafe"

	"github.com/assayjson/assay/asm/internal/swar"
)

// The kernels of JSON in portable Go: planes are words, and chunks 64 bytes. What the
// generator has written of them is in zbitplanes_generic.go, zlexjson_generic.go and
// zgrammarjson_generic.go.

const mostVariablesGeneric = swar.WordSize * max(lexWords, grammarWords)

const mostLastingGeneric = mostVariablesGeneric

// planeShapeGeneric is none on 32-bit machines, where each operation on a plane is two, and
// registers are few: on 386 the scanner is faster by a fifth.
var planeShapeGeneric = func() planeShape {
	if bits.UintSize < 64 {
		return planeShape{}
	}
	return planeShape{
		chunk: block, lexLasting: swar.WordSize * lexWords, grammarLasting: swar.WordSize * grammarWords,
		inString: swar.WordSize * lexInString, records: swar.WordSize * lexRecords, pairs: swar.WordSize * lexPairs, names: swar.WordSize * lexNames, valueNext: swar.WordSize * grammarValueNext,
		asked: swar.WordSize * lexAsked, counts: swar.WordSize * lexCounts,
	}
}()

// lexJSONGeneric writes the tokens of up to so many chunks, the last of which is at final,
// to tokens, until there are no more chunks or the tokens reach the limit. From there on a
// block must be writable. The marks of each chunk are written so many bytes behind those of
// the one before. It returns how many chunks are left, the end of the tokens, and whether
// there was no error yet. It takes pointers, as the driver has them for kernels in assembly.
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

// grammarJSONGeneric checks so many groups of 64 tokens and writes the elements of their
// structure, two tokens late: for each group its size and a block more must be writable.
// The two bytes before the tokens must be those tokens that came last, or zeros. Zeros are
// no tokens. It returns the end of the elements, and whether there was no error yet.
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

// compress writes those of the bytes to out whose bits are set, and returns how many. It
// writes two at a time, of which the last may be one too many: so the branch goes by half
// the number, and is easier to guess.
func compress(out, bytes *[block]byte, mask uint64) int {
	count := bits.OnesCount64(mask)
	for i := 0; mask != 0; i += 2 {
		at := i & (block - 2) // lets the compiler see that it is in bounds
		out[at] = bytes[bits.TrailingZeros64(mask)]
		mask &= mask - 1
		out[at+1] = bytes[bits.TrailingZeros64(mask)%block]
		mask &= mask - 1
	}
	return count
}

// compressElements is compress with semicolons for the commas that are in objects.
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
