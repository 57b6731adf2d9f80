package scan

import "math/bits"

// Nesting is a stack with one bit for each open container: 1 for an object, 0 for an array.
type Nesting struct {
	Depth int
	Inner uint64   // the innermost levels, at most 64; the lowest bit is the innermost level
	Outer []uint64 // the levels around Inner, 64 in each word; the outermost levels come first
}

// Push opens a container.
func (n *Nesting) Push(object bool) {
	if n.Depth%64 == 0 {
		n.pushWord()
	}
	n.Depth++
	level := uint64(0) // a variable of its own, because the next level must wait for everything that is done with Inner
	if object {
		level = 1
	}
	n.Inner = n.Inner<<1 | level
}

// pushWord makes room in Inner, which is full or empty. It is not part of Push, which can therefore
// be inlined.
func (n *Nesting) pushWord() {
	if n.Depth > 0 {
		n.Outer = append(n.Outer, n.Inner)
	}
}

// Pop closes the innermost container. At least one container must be open.
func (n *Nesting) Pop() {
	n.Depth--
	n.Inner >>= 1
	if n.Depth%64 == 0 {
		n.popWord()
	}
}

// popWord restores the levels around Inner, which is empty.
func (n *Nesting) popWord() {
	if last := len(n.Outer) - 1; n.Depth > 0 {
		n.Inner, n.Outer = n.Outer[last], n.Outer[:last]
	}
}

// Copy makes n equal to m, reusing the memory of n.
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

// Innermost finds the innermost open object, or the innermost open array if object is false. It
// returns how many containers enclose the one it has found, and whether it has found one.
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

// IsObject reports whether the container at the given level is an object. Levels count from 1, the
// outermost container, to Depth.
func (n *Nesting) IsObject(level int) bool {
	if word := (level - 1) / 64; word < len(n.Outer) {
		return n.Outer[word]>>(63-(level-1)%64)&1 != 0
	}
	return n.Inner>>(n.Depth-level)&1 != 0
}

// InObject reports whether the innermost open container is an object.
func (n *Nesting) InObject() bool { return n.Inner&1 != 0 }
