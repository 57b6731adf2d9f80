package jsonsimd

// MaxNesting is the largest limit that a [Nesting] can hold.
const MaxNesting = 10_000

// Nesting is what [CheckNesting] knows of a document after some of its elements: which
// containers are open. Call Reset before the first element; the zero Nesting allows no
// depth at all. It holds no pointers and may be reused or copied, at some ten thousand
// bytes.
type Nesting struct {
	depth, limit int
	atLimit      bool
	hidden       int // levels that the elements must not go back to; see leavesAlone

	// stack has a byte for each level: 1 for an object, 0 for an array. Level 1 is at
	// stack[nestingFloor+1]. Bytes above the level that is open are left from containers
	// that have been closed.
	stack [nestingFloor + MaxNesting + nestingSlack + 1]byte
}

// The kernels take levels by eight: they read up to seven bytes below the first level,
// and write up to seven above the last. They rely on every byte being 0 or 1.
const (
	nestingFloor = 6
	nestingSlack = 7
)

// Reset makes n ready for a document that may nest up to limit levels deep. A limit
// above [MaxNesting] counts as that, so the documents that nest between the two are
// reported as invalid: it is for the caller to judge them by other means.
func (n *Nesting) Reset(limit int) {
	n.depth, n.limit, n.atLimit, n.hidden = 0, min(max(limit, 0), MaxNesting), false, 0
}

// Depth returns how many containers are open. A document that has ended has none.
func (n *Nesting) Depth() int { return n.depth }

// InObject reports whether the container at the level, from 1 to Depth, is an object.
func (n *Nesting) InObject(level int) bool { return n.stack[nestingFloor+level] != 0 }

// AtLimit reports whether the last level that is allowed has been entered. Then a
// container of which the caller has not told, since it is empty, may have been one
// level deeper.
func (n *Nesting) AtLimit() bool { return n.atLimit }
