package jsonsimd

// MaxNesting is the largest limit that a [Nesting] can hold.
const MaxNesting = 10_000

// Nesting is the state of [CheckNesting] after some elements of a document: the containers that are
// open. Call Reset before the first element; the zero Nesting does not allow any container. It
// takes about ten thousand bytes, contains no pointers, and may be reused and copied.
type Nesting struct {
	depth, limit int
	atLimit      bool
	hidden       int // number of outermost levels that the nesting must not return to; see leavesAlone

	// stack has a byte for each level: 1 for an object, 0 for an array. Level 1 is at
	// stack[nestingFloor+1]. Bytes above the current level are left over from closed containers.
	stack [nestingFloor + MaxNesting + nestingSlack + 1]byte
}

// The kernels process up to 64 levels at a time: they read up to 62 bytes below level 1 and
// write up to 63 bytes above the last level. They rely on every byte being 0 or 1.
const (
	nestingFloor = 62
	nestingSlack = 63
)

// Reset prepares n for a document that may be nested at most limit levels deep. A limit above
// [MaxNesting] is reduced to MaxNesting. Documents whose depth is between the two are then reported
// as invalid, and the caller must judge them by other means.
func (n *Nesting) Reset(limit int) {
	n.depth, n.limit, n.atLimit, n.hidden = 0, min(max(limit, 0), MaxNesting), false, 0
}

// Depth returns the number of open containers. It is 0 at the end of a document.
func (n *Nesting) Depth() int { return n.depth }

// InObject reports whether the container at the given level, from 1 to Depth, is an object.
func (n *Nesting) InObject(level int) bool { return n.stack[nestingFloor+level] != 0 }

// AtLimit reports whether the deepest level allowed has been entered. If it has, an empty container
// may have been one level too deep, because the elements may omit empty containers.
func (n *Nesting) AtLimit() bool { return n.atLimit }
