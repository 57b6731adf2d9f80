package dialect

// nesting has a bit for each open bracket: whether it is that of an object.
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

// top reports whether the innermost bracket is that of an object.
func (n *nesting) top() bool {
	if n.depth == 0 {
		return false
	}
	d := n.depth - 1
	return n.bits[d/64]>>(d%64)&1 != 0
}
