//go:build !purego

package jsonsimd

import "github.com/assayjson/assay/asm"

// fewElements is the number of elements below which portable code is as fast as any kernel. The
// kernels require at least eight.
const fewElements = 16

func checkNesting(n *Nesting, elements []byte) bool {
	if len(elements) < fewElements {
		return checkNestingGeneric(n, elements)
	}
	var depth int
	var atLimit bool
	switch floor := &n.levels()[nestingFloor+n.hidden]; {
	case asm.AVX512():
		depth, atLimit = checkNestingAVX512(floor, n.depth-n.hidden, n.limit-n.hidden, elements)
	case asm.AVX2():
		depth, atLimit = checkNestingAVX2(floor, n.depth-n.hidden, n.limit-n.hidden, elements)
	default:
		return checkNestingGeneric(n, elements)
	}
	if depth < 0 {
		return false
	}
	n.depth, n.atLimit = depth+n.hidden, n.atLimit || atLimit
	return true
}
