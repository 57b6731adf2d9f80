package jsonsimd

// relation is what a Checker knows of the containers around a part.
//
// The nesting holds the containers that have been opened in the part, and below them at level 1, if
// known is 1, the container around them, whose type a comma has shown. It is passed to each method.
type relation struct {
	on       bool // a part is being checked
	maxDepth int
	known    int // 0 or 1
	closed   []byte
	height   int // see Part.Height
}

// begin prepares r for a new part.
func (r *relation) begin(maxDepth int) {
	r.on, r.maxDepth, r.known, r.closed, r.height = true, maxDepth, 0, r.closed[:0], 1
}

// nest is [CheckNesting] for a part; before has saved the state of n. The kernels take level 1 for
// the outermost one, so they reject elements of containers that are not known yet. They also report
// if a limit has been reached, and the limit is always the height of the part so far. In these rare
// cases, the elements are taken one by one.
func (r *relation) nest(n *Nesting, before *nestingSave, elements []byte) bool {
	n.limit = min(r.height+len(r.closed)+r.known, r.maxDepth)
	n.atLimit = false
	if !CheckNesting(n, elements) || n.atLimit {
		before.restore(n)
		n.limit = r.maxDepth
		return r.nestSingly(n, elements)
	}
	if r.known > 0 && n.depth == 0 { // a comma or another closing bracket follows, which the kernels would have rejected
		r.closed, r.known = append(r.closed, n.levels()[nestingFloor+1]), 0
	}
	return true
}

// nestSingly is nest for one element after the other.
func (r *relation) nestSingly(n *Nesting, elements []byte) bool {
	n.makeRoom(len(elements) + 1)
	levels := n.levels()[nestingFloor:]
	for _, e := range elements {
		var object byte
		if e&elementObject == elementObject {
			object = 1
		}
		switch {
		case e&elementOpening == elementOpening:
			if n.depth == r.maxDepth {
				return false
			}
			n.depth++
			levels[n.depth] = object
			r.height = max(r.height, n.depth-r.known-len(r.closed)+1)
		case n.depth == 0 && e&elementBracket != 0:
			if len(r.closed) == r.maxDepth {
				return false
			}
			r.closed = append(r.closed, object)
		case n.depth == 0:
			n.depth, r.known, levels[1] = 1, 1, object
		case levels[n.depth] != object:
			return false
		case e&elementBracket != 0:
			n.depth--
			if n.depth == 0 && r.known > 0 {
				r.closed, r.known = append(r.closed, object), 0
			}
		}
	}
	return true
}
