package dialect

// nesting is a stack with one bit for each open bracket: 1 for an object, 0 for an array. Below its bottom, it is as if there were
// any number of arrays. It also records how the piece of the text that is being read depends on the brackets before the piece, and
// what the piece changes.
type nesting struct {
	bits  []uint64
	depth int

	isPiece bool    // only then are these fields used
	level   int     // number of brackets that the piece has opened, minus those that it has closed
	lowest  int     // the least value of level so far, at most 0
	looks   []int32 // for each bracket before the piece that matters: twice the number of open brackets inside it, plus 1 for an object
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
	n.level++
}

// pop closes the innermost bracket, if there is one.
func (n *nesting) pop() {
	n.depth = max(n.depth-1, 0)
	n.level--
	n.lowest = min(n.lowest, n.level)
}

// top reports whether the innermost open bracket is that of an object.
func (n *nesting) top() bool {
	isObject := n.inside(0)
	if n.isPiece && n.level == n.lowest { // the bracket is before the piece
		closed := int32(-n.lowest)
		if last := len(n.looks) - 1; last < 0 || n.looks[last]/2 < closed {
			look := 2 * closed
			if isObject {
				look++
			}
			n.looks = append(n.looks, look)
		}
	}
	return isObject
}

// inside reports whether the innermost open bracket is that of an object after the given number of brackets are closed.
func (n *nesting) inside(closed int) bool {
	d := n.depth - 1 - closed
	return d >= 0 && n.bits[d/64]>>(d%64)&1 != 0
}

// beginPiece begins a piece of the text.
func (n *nesting) beginPiece() { n.isPiece, n.level, n.lowest, n.looks = true, 0, 0, nil }

// A bracketing is what a piece of the text does with a nesting, and how it depends on it.
type bracketing struct {
	looks  []int32 // nesting.looks
	closed int     // number of brackets before the piece that it closes
	opened []bool  // for each bracket that the piece leaves open, whether it is that of an object
}

// endPiece returns the bracketing of the piece that ends.
func (n *nesting) endPiece() bracketing {
	b := bracketing{looks: n.looks, closed: -n.lowest}
	for closed := n.level - n.lowest - 1; closed >= 0; closed-- {
		b.opened = append(b.opened, n.inside(closed))
	}
	return b
}

// fits reports whether a piece with the bracketing b would find the same brackets here when it looks at them.
func (n *nesting) fits(b *bracketing) bool {
	for _, look := range b.looks {
		if n.inside(int(look/2)) != (look&1 != 0) {
			return false
		}
	}
	return true
}

// pass passes a piece with the bracketing b.
func (n *nesting) pass(b *bracketing) {
	n.depth = max(n.depth-b.closed, 0)
	for _, object := range b.opened {
		n.push(object)
	}
}
