package asm

import (
	"bytes"
	"sync"
	"unsafe"
)

// ValidJSON reports whether b is one JSON document (RFC 8259) in UTF-8, with white space
// around it, that nests at most maxDepth levels deep. It is not known where a scanner is
// the better way to tell: if b is short, if maxDepth is less than 1 or more than
// [MaxNesting], if b reaches it, and on 32-bit machines. Nothing is said of what is wrong.
//
// Memory for the check, some 30 KB, is kept for the next one.
func ValidJSON(b []byte, maxDepth int) (valid, known bool) {
	if len(b) < smallJSON || maxDepth < 1 || maxDepth > MaxNesting || jsonPlanes.chunk == 0 {
		return false, false
	}
	c := jsonChecks.Get().(*jsonCheck)
	c.reset(maxDepth)
	valid = c.document(b)
	// An empty container is no element. At the limit, it may be one level too deep.
	known = !c.nesting.AtLimit()
	jsonChecks.Put(c)
	return valid, known
}

// smallJSON is the length up to which a scanner in Go is about as fast.
const smallJSON = 160

// Documents are checked in three stages, each of which is left with a fraction of what
// the one before had to look at:
//
//	bytes    -> lexJSON     -> tokens, a byte each
//	tokens   -> grammarJSON -> elements of the structure: brackets, and commas
//	elements -> CheckNesting
//
// The first two work on planes: vectors that have one bit for each byte of a chunk, so that
// a rule in Boolean algebra is applied to all of them at once (after Cameron's Parabix).
// They never go by single tokens, so there are no branches to be guessed wrong.

const (
	mostChunk = 512                          // bytes, or tokens, that are made into planes at a time, at the most
	enough    = 4096                         // tokens that are collected before they are checked
	most      = enough + 2*mostChunk + block // tokens there can be by then, and what is written beyond
	ahead     = 64                           // room before the tokens, for those before
	block     = 64
)

// planeShape is what the driver must know of a set of kernels on planes: how many bytes a
// chunk has, how much of the kernels' variables must be zero at the beginning, and where
// the grammar keeps whether a value may come.
type planeShape struct {
	chunk                      int
	lexLasting, grammarLasting int
	valueNext                  int
}

var newlines = bytes.Repeat([]byte("\n"), mostChunk)

// jsonCheck is the memory of a check.
type jsonCheck struct {
	lexer    planes
	grammar  planes
	nesting  Nesting
	tokens   [ahead + most]byte
	count    int // of the tokens
	elements [most]byte
	tail     [mostChunk]byte
}

var jsonChecks = sync.Pool{New: func() any { return new(jsonCheck) }}

func (c *jsonCheck) reset(maxDepth int) {
	c.lexer.clear(jsonPlanes.lexLasting)
	c.grammar.clear(jsonPlanes.grammarLasting)
	// A value may come first: the last bit of a plane, whatever the order of its bytes.
	*(*uint64)(unsafe.Pointer(c.grammar.at(jsonPlanes.valueNext &^ 7))) = 1 << 63
	c.nesting.Reset(maxDepth)
	clear(c.tokens[:ahead])
	c.count = 0
}

// document checks the whole document. The last chunk is filled up with newlines, at least
// one, so that what is unfinished shows as what is wrong.
func (c *jsonCheck) document(b []byte) bool {
	whole := len(b) / jsonPlanes.chunk * jsonPlanes.chunk
	if !c.chunks(b[:whole]) {
		return false
	}
	tail := c.tail[:jsonPlanes.chunk]
	n := copy(tail, b[whole:])
	copy(tail[n:], newlines)
	return c.chunks(tail) && c.end()
}

// chunks takes the next bytes, whole chunks of them.
func (c *jsonCheck) chunks(b []byte) bool {
	chunk := jsonPlanes.chunk
	for len(b) > 0 {
		n := min(len(b), window) / chunk
		left, end, ok := lexJSON(c.lexer.at(0), &b[0], n, c.token(c.count), c.token(enough))
		c.count = distance(c.token(0), end)
		b = b[(n-left)*chunk:]
		if !ok || c.count >= enough && !c.groups(c.count/chunk) {
			return false
		}
	}
	return true
}

// groups checks so many groups of tokens, of the size of a chunk, and keeps the rest for
// later.
func (c *jsonCheck) groups(n int) bool {
	end, ok := grammarJSON(c.grammar.at(0), c.token(0), n, &c.elements[0])
	const before = 2 // tokens that the next group wants to see
	n *= jsonPlanes.chunk
	copy(c.tokens[ahead-before:], c.tokens[ahead+n-before:ahead+c.count])
	c.count -= n
	return ok && CheckNesting(&c.nesting, c.elements[:distance(&c.elements[0], end)])
}

// end checks the tokens that are left, and that the document ends where it may. Elements
// come two tokens late, so two tokens more are needed, which are none.
func (c *jsonCheck) end() bool {
	chunk := jsonPlanes.chunk
	n := (c.count + 2 + chunk - 1) / chunk
	clear(c.tokens[ahead+c.count : ahead+n*chunk])
	c.count = n * chunk
	return c.groups(n) && c.nesting.Depth() == 0
}

func (c *jsonCheck) token(i int) *byte { return &c.tokens[ahead+i] }

// planes is memory for the variables of a kernel, which begin at a multiple of 64.
type planes [mostVariables + 63]byte

func (p *planes) skip() int { return int(-uintptr(unsafe.Pointer(p)) & 63) }

func (p *planes) at(offset int) *byte { return &p[p.skip()+offset] }

// clear clears the first n bytes.
func (p *planes) clear(n int) {
	begin := p.skip()
	clear(p[begin : begin+n])
}

func distance(from, to *byte) int {
	return int(uintptr(unsafe.Pointer(to)) - uintptr(unsafe.Pointer(from)))
}
