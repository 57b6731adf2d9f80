package jsonsimd

// These bits distinguish all elements except the newline. Kernels look at other bits only to
// recognize a newline. So a byte that is not an element means the same to every kernel.
//
//	{ 0111_1011   } 0111_1101   ; 0011_1011
//	[ 0101_1011   ] 0101_1101   , 0010_1100
const (
	elementBracket = 1 << 6      // a bracket, not a comma
	elementOpens   = 1 << 1      // a bracket that opens a container
	elementObject  = 1<<5 | 1<<4 // elements of objects have both bits
	elementOpening = elementBracket | elementOpens
	elementLineEnd = '\n'
)

// checkNestingGeneric is [CheckNesting] in portable Go, one element at a time.
func checkNestingGeneric(n *Nesting, elements []byte) bool {
	return validElements(n, elements) == len(elements)
}

// validElements is like checkNestingGeneric, but returns how many elements come before the first invalid one.
func validElements(n *Nesting, elements []byte) int {
	depth, levels := n.depth, n.levels()
	for i, e := range elements {
		var object byte
		if e&elementObject == elementObject {
			object = 1
		}
		switch {
		case e == elementLineEnd:
			if depth != n.hidden {
				return i
			}
		case e&elementOpening == elementOpening:
			if depth == n.limit {
				return i
			}
			depth++
			levels[nestingFloor+depth] = object
			n.atLimit = n.atLimit || depth == n.limit
		case depth == n.hidden || levels[nestingFloor+depth] != object:
			return i
		case e&elementBracket != 0:
			depth--
		}
	}
	n.depth = depth
	return len(elements)
}
