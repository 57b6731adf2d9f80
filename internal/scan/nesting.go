package scan

import "math/bits"

// Nesting is a stack with one bit for each open container: set for an object,
// clear for an array.
type Nesting struct {
	Depth int
	Inner uint64   // the innermost levels, at most 64, the innermost one lowest
	Outer []uint64 // the levels around them, in full words, the outermost first
}

// Push opens a container.
func (n *Nesting) Push(object bool) {
	if n.Depth%64 == 0 && n.Depth > 0 {
		n.Outer = append(n.Outer, n.Inner)
	}
	n.Depth++
	n.Inner <<= 1
	if object {
		n.Inner |= 1
	}
}

// Pop closes the innermost container.
func (n *Nesting) Pop() {
	n.Depth--
	n.Inner >>= 1
	if n.Depth%64 == 0 && n.Depth > 0 {
		last := len(n.Outer) - 1
		n.Inner, n.Outer = n.Outer[last], n.Outer[:last]
	}
}

// Copy makes n equal to m, in the memory that n has.
func (n *Nesting) Copy(m *Nesting) {
	n.Depth, n.Inner, n.Outer = m.Depth, m.Inner, append(n.Outer[:0], m.Outer...)
}

// AfterValue returns the state after a complete value.
func (n *Nesting) AfterValue() State {
	switch {
	case n.Depth == 0:
		return WantEnd
	case n.InObject():
		return AfterMember
	}
	return AfterElement
}

// Innermost returns how many containers there are around the innermost object, or array, and
// whether there is one.
func (n *Nesting) Innermost(object bool) (outside int, found bool) {
	flip := uint64(0)
	if !object {
		flip = ^uint64(0)
	}
	word, levels := n.Inner, (n.Depth-1)%64+1
	for outer, depth := n.Outer, n.Depth; depth > 0; {
		if skip := bits.TrailingZeros64(word ^ flip); skip < levels {
			return depth - skip - 1, true
		}
		if depth -= levels; depth > 0 {
			word, outer, levels = outer[len(outer)-1], outer[:len(outer)-1], 64
		}
	}
	return 0, false
}

// IsObject reports whether the container at a level is an object. The outermost one is at level 1.
func (n *Nesting) IsObject(level int) bool {
	if word := (level - 1) / 64; word < len(n.Outer) {
		return n.Outer[word]>>(63-(level-1)%64)&1 != 0
	}
	return n.Inner>>(n.Depth-level)&1 != 0
}

// InObject reports whether the innermost open container is an object.
func (n *Nesting) InObject() bool { return n.Inner&1 != 0 }
