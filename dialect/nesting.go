package dialect

// nesting is a stack with one bit for each open bracket: 1 for an object, 0 for an array. Below its bottom, it is as if there were
// any number of arrays.
type nesting struct {
	bits  []uint64
	depth int
}

func (n *nesting) push(object bool) {
	word, bit := n.depth/64, uint64(1)<<(n.depth%64)
	if word == len(n.bits) {
		n.bits = append(n.bits, 0)
	}
	n.bits[word] &^= bit
	if object {
		n.bits[word] |= bit
	}
	n.depth++
}

// pop closes the innermost bracket, if there is one.
func (n *nesting) pop() { n.depth = max(n.depth-1, 0) }

// top reports whether the innermost open bracket is that of an object.
func (n *nesting) top() bool {
	d := n.depth - 1
	return d >= 0 && n.bits[d/64]>>(d%64)&1 != 0
}
