package jsonsimd

import (
	"bytes"
	"math"
)

// MaxNesting is the largest number of levels for which a [Nesting] needs no further memory.
const MaxNesting = 10_000

// Nesting is the state of [CheckNesting] after some elements of a document: the containers that are
// open. Call Reset before the first element; the zero Nesting does not allow any container. It
// takes about ten thousand bytes, and more if more than [MaxNesting] levels are open. It may be
// reused but not copied.
type Nesting struct {
	depth, limit int
	atLimit      bool
	hidden       int // number of outermost levels that the nesting must not return to; see leavesAlone

	// deep takes the place of stack, unless it is nil, if more than MaxNesting levels are open or
	// may soon be.
	stack [nestingFloor + MaxNesting + nestingSlack + 1]byte
	deep  []byte
}

// levels returns a byte for each level: 1 for an object, 0 for an array. Level 1 is at index
// nestingFloor+1. Bytes above the current level are left over from closed containers.
func (n *Nesting) levels() []byte {
	if n.deep != nil {
		return n.deep
	}
	return n.stack[:]
}

// makeRoom makes room for the given number of levels above the current one.
func (n *Nesting) makeRoom(levels int) {
	if top := nestingFloor + n.depth; n.limit > MaxNesting && top+levels+nestingSlack >= len(n.levels()) {
		deep := make([]byte, 2*(top+levels+nestingSlack))
		copy(deep, n.levels()[:top+1])
		n.deep = deep
	}
}

// The kernels process up to 64 levels at a time: they read up to 62 bytes below level 1 and
// write up to 63 bytes above the last level. They rely on every byte being 0 or 1.
const (
	nestingFloor = 62
	nestingSlack = 63
)

// mostKept is the number of bytes of memory that Reset keeps for deep documents.
const mostKept = 1 << 20

// Reset prepares n for a document that may be nested at most limit levels deep.
func (n *Nesting) Reset(limit int) {
	n.depth, n.limit, n.atLimit, n.hidden = 0, min(max(limit, 0), math.MaxInt/2), false, 0
	if len(n.deep) > mostKept {
		n.deep = nil
	}
}

// Depth returns the number of open containers. It is 0 at the end of a document.
func (n *Nesting) Depth() int { return n.depth }

// InObject reports whether the container at the given level, from 1 to Depth, is an object.
func (n *Nesting) InObject(level int) bool { return n.levels()[nestingFloor+level] != 0 }

// AtLimit reports whether the deepest level allowed has been entered. If it has, an empty container
// may have been one level too deep, because the elements may omit empty containers.
func (n *Nesting) AtLimit() bool { return n.atLimit }

// isShallow reports whether b is certain not to be nested too deeply if it is
// valid. That is the case if there are few bytes or few opening brackets.
func isShallow(b []byte, maxDepth int) bool {
	return maxDepth >= len(b)/2 || maxDepth >= bytes.Count(b, []byte("{"))+bytes.Count(b, []byte("["))
}

// IsShort reports whether [ValidShort] and [MasksShort] may be used for b, and probably know its validity: there are kernels for short
// documents, b has at most MostShort bytes and, if it has 256 or more, probably at most 63 tokens, and has too few brackets to be nested
// more than maxDepth levels deep. Here, commas, colons, fractions and exponents are tokens, too.
func IsShort(b []byte, maxDepth int) bool {
	const always = 4 * block // any document shorter than this is tried
	return len(b) <= MostShort && HasKernel() && hasShortKernel() && (len(b) < always || hasFewTokens(b)) && isShallow(b, maxDepth)
}

// ValidShort is like [Valid] for documents that [IsShort] accepts. It needs no memory of a Checker. known is false if b has too many
// tokens.
func ValidShort(b []byte) (valid, known bool) { return shortJSON(b) }

// MasksShort is like [ValidShort], and also sets the first len(b)/64+1 elements of masks as [Checker.Masks] does.
func MasksShort(masks *ShortMasks, b []byte) (valid, known bool) {
	if len(b) > MostShort {
		return false, false
	}
	return masksShort(masks, b)
}

// hasFewTokens reports whether b probably has at most the 63 tokens that the kernels for short documents can hold. With each comma or
// colon there is a value or a name, a fraction is another token, and a few tokens are left for brackets.
func hasFewTokens(b []byte) bool {
	const most = 63 - 11
	n := 2 * bytes.Count(b, comma)
	if n <= most {
		n += 2 * bytes.Count(b, colon)
	}
	return n <= most && n+bytes.Count(b, dot) <= most
}

var comma, colon, dot = []byte(","), []byte(":"), []byte(".")

// A nestingSave is the state of a Nesting before a step.
type nestingSave struct {
	depth   int
	atLimit bool
	open    []byte // types of the innermost levels, which the step may overwrite
}

// take saves the state of n. It saves only as many levels as the given number of elements can
// change.
func (s *nestingSave) take(n *Nesting, elements int) {
	s.depth, s.atLimit = n.depth, n.atLimit
	top := nestingFloor + n.depth + 1
	s.open = append(s.open[:0], n.levels()[top-min(n.depth, elements):top]...)
}

// restore gives n the state that has been saved. No more elements may have been checked since than
// take allows for.
func (s *nestingSave) restore(n *Nesting) {
	n.depth, n.atLimit = s.depth, s.atLimit
	copy(n.levels()[nestingFloor+n.depth+1-len(s.open):], s.open)
}
