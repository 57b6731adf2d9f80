package jsonsimd

// Bits that tell the elements apart but for a newline. All kernels go by these alone, so
// that even bytes that are no elements mean the same to each.
//
//	{ 0111_1011   } 0111_1101   ; 0011_1011
//	[ 0101_1011   ] 0101_1101   , 0010_1100
const (
	elementBracket = 1 << 6      // a bracket, not a comma
	elementOpens   = 1 << 1      // of brackets: the opening ones
	elementObject  = 1<<5 | 1<<4 // both: of an object
	elementOpening = elementBracket | elementOpens
	elementLineEnd = '\n'
)

// checkNestingGeneric is [CheckNesting] in portable Go, an element at a time.
func checkNestingGeneric(n *Nesting, elements []byte) bool {
	depth := n.depth
	for _, e := range elements {
		var object byte
		if e&elementObject == elementObject {
			object = 1
		}
		switch {
		case e == elementLineEnd:
			if depth != n.hidden {
				return false
			}
		case e&elementOpening == elementOpening:
			if depth == n.limit {
				return false
			}
			depth++
			n.stack[nestingFloor+depth] = object
			n.atLimit = n.atLimit || depth == n.limit
		case depth == n.hidden || n.stack[nestingFloor+depth] != object:
			return false
		case e&elementBracket != 0:
			depth--
		}
	}
	n.depth = depth
	return true
}
