//go:build !purego

package asm

import (
	"strings"
	"sync"
	"unsafe"
)

// Documents are checked in three stages, each of which is left with a fraction of what
// the one before had to look at:
//
//	bytes    -> lexJSON     -> tokens, a byte each
//	tokens   -> grammarJSON -> elements of the structure: brackets, and commas
//	elements -> CheckNesting
//
// The first two work on planes: vectors that have one bit for each of 512 bytes, so that
// a rule in Boolean algebra is applied to all of them at once (after Cameron's Parabix).
// They never go by single tokens, so there are no branches to be guessed wrong.

const (
	chunk  = 512                        // bytes, or tokens, that are made into planes at a time
	enough = 4096                       // tokens that are collected before they are checked
	most   = enough + 2*chunk + chunk/8 // tokens there can be by then, and what is written beyond
	ahead  = 64                         // room before the tokens, for those before
)

var spaces = strings.Repeat(" ", chunk)

// jsonCheck is the memory of a check.
type jsonCheck struct {
	lexer    planes
	grammar  planes
	nesting  Nesting
	tokens   [ahead + most]byte
	count    int // of the tokens
	elements [most]byte
	tail     [chunk]byte
}

var jsonChecks = sync.Pool{New: func() any { return new(jsonCheck) }}

func validJSON(b []byte, maxDepth int) (valid, known bool) {
	if !useAVX512 {
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

func (c *jsonCheck) reset(maxDepth int) {
	c.lexer.clear(lexLasting)
	c.grammar.clear(grammarLasting)
	*c.grammar.at(grammarValueNext + 63) = 0x80 // a value may come first
	c.nesting.Reset(maxDepth)
	clear(c.tokens[:ahead])
	c.count = 0
}

// document checks the whole document. The last chunk is filled up with spaces, at least
// one, so that what is unfinished shows as what is wrong.
func (c *jsonCheck) document(b []byte) bool {
	whole := len(b) / chunk * chunk
	if !c.chunks(b[:whole]) {
		return false
	}
	n := copy(c.tail[:], b[whole:])
	copy(c.tail[n:], spaces)
	return c.chunks(c.tail[:]) && c.end()
}

// chunks takes the next bytes, whole chunks of them.
func (c *jsonCheck) chunks(b []byte) bool {
	for len(b) > 0 {
		n := min(len(b), window) / chunk
		left, end, ok := lexJSONAVX512(c.lexer.at(0), &b[0], n, c.token(c.count), c.token(enough))
		c.count = distance(c.token(0), end)
		b = b[(n-left)*chunk:]
		if !ok || c.count >= enough && !c.groups(c.count/chunk) {
			return false
		}
	}
	return true
}

// groups checks so many groups of tokens and keeps the rest for later.
func (c *jsonCheck) groups(n int) bool {
	end, ok := grammarJSONAVX512(c.grammar.at(0), c.token(0), n, &c.elements[0])
	const before = 2 // tokens that the next group wants to see
	copy(c.tokens[ahead-before:], c.tokens[ahead+n*chunk-before:ahead+c.count])
	c.count -= n * chunk
	return ok && CheckNesting(&c.nesting, c.elements[:distance(&c.elements[0], end)])
}

// end checks the tokens that are left, and that the document ends where it may. Elements
// come two tokens late, so two tokens more are needed, which are none.
func (c *jsonCheck) end() bool {
	if *c.lexer.at(lexInString) != 0 {
		return false
	}
	switch *c.token(c.count - 1) {
	case 0, '{', '[', ':', ',':
		return false
	}
	n := (c.count + 2 + chunk - 1) / chunk
	clear(c.tokens[ahead+c.count : ahead+n*chunk])
	c.count = n * chunk
	return c.groups(n) && c.nesting.Depth() == 0
}

func (c *jsonCheck) token(i int) *byte { return &c.tokens[ahead+i] }

// planes is memory for the variables of a kernel, which begin at a multiple of 64.
type planes [max(lexVariables, grammarVariables) + 63]byte

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
