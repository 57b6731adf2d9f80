package tokenizer

import "math/bits"

// nesting is a stack with one bit for each open container: set for an object,
// clear for an array.
type nesting struct {
	depth int
	inner uint64   // the innermost 64 levels or fewer, the last one lowest
	outer []uint64 // full words below it
}

// push opens a container.
func (n *nesting) push(object bool) {
	if n.depth%64 == 0 && n.depth > 0 {
		n.outer = append(n.outer, n.inner)
	}
	n.depth++
	n.inner <<= 1
	if object {
		n.inner |= 1
	}
}

// pop closes the innermost container.
func (n *nesting) pop() {
	n.depth--
	n.inner >>= 1
	if n.depth%64 == 0 && n.depth > 0 {
		last := len(n.outer) - 1
		n.inner, n.outer = n.outer[last], n.outer[:last]
	}
}

// copy makes n equal to m, in the memory that it has.
func (n *nesting) copy(m *nesting) {
	n.depth, n.inner, n.outer = m.depth, m.inner, append(n.outer[:0], m.outer...)
}

// afterValue returns the state after a complete value.
func (n *nesting) afterValue() state {
	switch {
	case n.depth == 0:
		return wantEnd
	case n.inObject():
		return afterMember
	}
	return afterElement
}

// innermost returns how many containers there are around the innermost object, or array, and
// whether there is one.
func (n *nesting) innermost(object bool) (outside int, found bool) {
	flip := uint64(0)
	if !object {
		flip = ^uint64(0)
	}
	word, levels := n.inner, (n.depth-1)%64+1
	for outer, depth := n.outer, n.depth; depth > 0; {
		if skip := bits.TrailingZeros64(word ^ flip); skip < levels {
			return depth - skip - 1, true
		}
		if depth -= levels; depth > 0 {
			word, outer, levels = outer[len(outer)-1], outer[:len(outer)-1], 64
		}
	}
	return 0, false
}

// isObject reports whether the container at a level is an object. The outermost one is at 1.
func (n *nesting) isObject(level int) bool {
	if word := (level - 1) / 64; word < len(n.outer) {
		return n.outer[word]>>(63-(level-1)%64)&1 != 0
	}
	return n.inner>>(n.depth-level)&1 != 0
}

// inObject reports whether the innermost open container is an object.
func (n *nesting) inObject() bool { return n.inner&1 != 0 }
