package conformance

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A piece is a document from which others are made.
type piece struct {
	text   []byte
	tokens []token // the tokens of text; empty if text must not be edited, but only damaged
}

type token struct {
	begin, end int
	kind       byte // the first byte of the token, or ':' for a name
}

func newPiece(text []byte) piece {
	p := piece{text: text}
	for i := 0; i < len(text); {
		n := tokenSize(text[i:])
		switch c := text[i]; {
		case isWhite(c):
		case c == ':' && len(p.tokens) > 0:
			p.tokens[len(p.tokens)-1].kind = ':'
			fallthrough
		default:
			p.tokens = append(p.tokens, token{i, i + n, c})
		}
		i += n
	}
	return p
}

// appendEdited appends the piece with some edits that do not affect its validity. It inserts white
// space between tokens, and replaces scalars and names by other scalars and names.
func (p piece) appendEdited(dst []byte, rng *rand.Rand, edits int) []byte {
	if len(p.tokens) == 0 {
		return append(dst, p.text...)
	}
	var at [3]int
	for i := range at[:edits] {
		at[i] = rng.IntN(len(p.tokens))
	}
	slices.Sort(at[:edits])
	done := 0 // bytes of the piece that have been copied
	for _, i := range at[:edits] {
		t := p.tokens[i]
		if t.begin < done {
			continue // the same token was chosen twice
		}
		dst = append(dst, p.text[done:t.begin]...)
		done = t.begin
		switch {
		case isStructural(p.text[t.begin]) || rng.IntN(4) == 0:
			dst = appendSpace(dst, rng, 1+few(rng, 5))
		case t.kind == ':':
			dst = appendString(dst, rng)
			done = t.end
		default:
			dst = appendScalar(dst, rng)
			done = t.end
		}
	}
	return append(dst, p.text[done:]...)
}

// largest is the maximum size of documents, except for one document in a thousand. These exceptions
// are up to longest bytes long. They are longer than one window, or contain more tokens than are
// collected at a time.
const largest, longest = 5000, 80_000

// A mixture makes random documents from real documents, documents of the suite and generated
// documents. The same seed always yields the same documents.
type mixture struct {
	rng      *rand.Rand
	outlines []*outline
	suite    []Case
	pool     [14][]piece // pieces whose size has bit length i are in pool[i]
	base     []byte      // the last document, undamaged
	again    bool        // the last document was undamaged, so the next document is made by damaging base
	buffer   []byte
	seam     int // number of splices so far
}

const perPool = 400

func outlinesOf(t *testing.T) []*outline {
	t.Helper()
	var outlines []*outline
	for _, d := range documents(t) {
		outlines = append(outlines, newOutline(d.Data))
	}
	return outlines
}

func newMixture(seed uint64, outlines []*outline, suite []Case) *mixture {
	m := &mixture{
		rng:      rand.New(rand.NewPCG(seed, 0)),
		outlines: outlines,
		suite:    suite,
		buffer:   make([]byte, 0, 1<<20),
	}
	for range 8 * perPool {
		m.renew()
	}
	return m
}

// renew adds a piece to the pool. Once the pool is full, it replaces another piece.
func (m *mixture) renew() {
	p := m.fresh()
	k := bits.Len(uint(len(p.text)))
	switch {
	case k >= len(m.pool):
	case len(m.pool[k]) < perPool:
		m.pool[k] = append(m.pool[k], p)
	default:
		m.pool[k][m.rng.IntN(perPool)] = p
	}
}

func (m *mixture) fresh() piece {
	var b []byte
	switch kind := m.rng.IntN(16); {
	case kind < 8:
		b = pick(m.rng, m.outlines).cut(m.rng, 10+m.rng.IntN(8<<m.rng.IntN(10)))
	case kind == 8:
		c := pick(m.rng, m.suite)
		if accept, _ := c.Must(); !accept {
			return piece{text: c.Data}
		}
		b = c.Data
	case kind == 9:
		b = appendNest(nil, m.rng, pick(m.rng, []int{3, 30, 60, 70, 130, 200, 250, 260, 510, 520, 1020, 1030, 1600})+m.rng.IntN(9), m.rng.IntN(3))
	case kind == 10:
		b = appendWalk(nil, m.rng, 1+m.rng.IntN(8<<m.rng.IntN(9)))
	default:
		b = appendValue(nil, m.rng, m.rng.IntN(6))
	}
	if len(b) == 0 {
		b = appendScalar(nil, m.rng)
	}
	return newPiece(b)
}

// edges are ranges of sizes around the sizes at which kernels change their method.
var edges = [][2]int{{0, 16}, {30, 34}, {60, 70}, {120, 135}, {155, 165}, {188, 196}, {250, 260}, {380, 388}, {500, 520}, {1020, 1030}, {2044, 2052}, {4092, 4100}}

// size returns the size of the next document.
func (m *mixture) size() int {
	if m.rng.IntN(1000) == 0 {
		return largest + m.rng.IntN(longest-largest)
	}
	switch m.rng.IntN(8) {
	case 0:
		return m.rng.IntN(largest)
	case 1, 2, 3:
		return m.rng.IntN(1024)
	}
	e := pick(m.rng, edges)
	return e[0] + m.rng.IntN(e[1]-e[0]+1)
}

// document returns the next document. It alternates between a new document and the same document
// with some damage. The result may be used until the next call.
func (m *mixture) document() []byte {
	m.again = !m.again
	if m.again {
		m.base = m.appendDocument(m.base[:0])
	}
	alignment := m.rng.IntN(64)
	b := append(m.buffer[alignment:alignment], m.base...)
	if !m.again {
		for range 1 + m.rng.IntN(3) {
			if len(b) > 0 {
				b = damage(m.rng, b)
			}
		}
	}
	return b[:len(b):len(b)]
}

func (m *mixture) appendDocument(dst []byte) []byte {
	if m.rng.IntN(32) == 0 {
		m.renew()
	}
	size := m.size()
	switch kind := m.rng.IntN(32); {
	case kind == 0:
		return m.appendWindow(dst, size)
	case kind == 1:
		return m.appendSplice(dst, size)
	}
	return m.appendWhole(dst, size)
}

// appendWindow appends an unmodified part of a document.
func (m *mixture) appendWindow(dst []byte, size int) []byte {
	src := pick(m.rng, m.outlines).src
	begin := m.rng.IntN(len(src))
	return append(dst, src[begin:min(begin+size, len(src))]...)
}

// appendSplice appends the head of one document and the tail of another document. The offset of the
// seam modulo 64 takes each value in turn.
func (m *mixture) appendSplice(dst []byte, size int) []byte {
	begin := len(dst)
	dst = m.appendWhole(dst, size)
	m.seam++
	at := m.rng.IntN(1+(len(dst)-begin)/64)*64 + m.seam%64
	if at >= len(dst)-begin {
		at = (len(dst) - begin) / 2
	}
	tail := m.part(size+1, 5).text
	return append(dst[:begin+at], tail[m.rng.IntN(len(tail)+1):]...)
}

// appendWhole appends a document of exactly size bytes: a piece with surrounding white space, or an
// array of several pieces. The document is valid if its pieces are valid.
func (m *mixture) appendWhole(dst []byte, size int) []byte {
	begin, end := len(dst), len(dst)+size
	switch {
	case size == 0:
		return dst
	case size < 3:
		return appendFiller(dst, m.rng, size)
	case size <= largest && m.rng.IntN(3) == 0:
		return m.appendAlone(dst, end)
	}
	dst = append(dst, '[')
	if m.rng.IntN(8) == 0 {
		dst = m.appendTokens(dst, size-40)
	}
	for end-len(dst) > 8 && (size > largest || m.rng.IntN(6) > 0) {
		before, room := len(dst), end-len(dst)-4
		switch m.rng.IntN(6) {
		case 0:
			dst = appendFiller(dst, m.rng, 1+m.rng.IntN(min(room/2, largest)))
		case 1, 2:
			dst = m.appendAtEdge(dst, len(dst)-begin)
		default:
			dst = m.part(room, 5).appendEdited(dst, m.rng, m.rng.IntN(4))
		}
		dst = append(dst, ',')
		if len(dst) > end-2 { // the edits took more room than was available
			dst = dst[:before]
			break
		}
	}
	dst = appendFiller(dst, m.rng, end-1-len(dst))
	return append(dst, ']')
}

// appendTokens almost fills one or more blocks of tokens, if there is room. The next tokens of the
// document are then at the boundary between two blocks.
func (m *mixture) appendTokens(dst []byte, room int) []byte {
	edge := anyEdge(m.rng)
	tokens := room/edge*edge - m.rng.IntN(16)
	if tokens < 4 {
		return dst
	}
	if m.rng.IntN(2) == 0 {
		dst = append(dst, "[],"...)
		tokens -= 3
	}
	for ; tokens > 1; tokens -= 2 {
		dst = append(dst, "1,"...)
	}
	return append(dst, pick(m.rng, []string{"", "2.5e-3,", "1e5,0.7,", `{"a":{}},`, `[{"a":1},[]],`})...)
}

// appendAtEdge appends filler and then a scalar, so that the scalar is at the end of a block or
// chunk. The parameter done is the size of the document so far.
func (m *mixture) appendAtEdge(dst []byte, done int) []byte {
	edge := anyEdge(m.rng)
	if n := edge - 1 - done%edge - m.rng.IntN(16); n > 0 {
		dst = append(appendFiller(dst, m.rng, n), ',')
	}
	return appendScalar(dst, m.rng)
}

func (m *mixture) appendAlone(dst []byte, end int) []byte {
	p := m.part(end-len(dst), 1)
	if m.rng.IntN(2) == 0 {
		dst = appendSpace(dst, m.rng, m.rng.IntN(end-len(dst)-len(p.text)+1))
	}
	before := len(dst)
	dst = p.appendEdited(dst, m.rng, m.rng.IntN(4))
	if len(dst) > end {
		dst = append(dst[:before], p.text...)
	}
	return appendSpace(dst, m.rng, end-len(dst))
}

var one = newPiece([]byte("1"))

// part returns a piece of at most size bytes, where size > 0. It chooses at random among sizes that
// differ by factors of two. The largest of these sizes is about size, and the parameter less is
// their number.
func (m *mixture) part(size, less int) piece {
	most := min(bits.Len(uint(size)), len(m.pool)-1)
	for k := most - m.rng.IntN(min(most, less)); k > 0; k-- {
		if len(m.pool[k]) == 0 {
			continue
		}
		if p := pick(m.rng, m.pool[k]); len(p.text) <= size {
			return p
		}
	}
	return one
}

// The parts of which documents are made must be valid and have the requested size. Otherwise the
// differential test would prove less than it claims.
func TestMixture(t *testing.T) {
	outlines, rng := outlinesOf(t), rand.New(rand.NewPCG(1, 1))
	for _, o := range outlines {
		for n := range 300 {
			if b := o.cut(rng, 10+n*5); b != nil && !standardLibrarySays(b) {
				t.Fatalf("cut: %q", b)
			}
		}
	}
	for n := range 2000 {
		check := func(what string, b []byte) {
			t.Helper()
			if !standardLibrarySays(b) {
				t.Fatalf("%s: %q", what, b)
			}
		}
		check("value", appendValue(nil, rng, n%6))
		check("nest", appendNest(nil, rng, n, n%3))
		check("walk", appendWalk(nil, rng, n))
		filler := appendFiller(nil, rng, 1+n)
		check("filler", filler)
		if len(filler) != 1+n {
			t.Fatalf("filler of %d bytes, want %d: %q", len(filler), 1+n, filler)
		}
		p := newPiece(appendValue(nil, rng, n%6))
		check("edited", p.appendEdited(nil, rng, n%4))
	}
	a, b := newMixture(3, outlines, suite(t)), newMixture(3, outlines, suite(t))
	for range 1000 {
		if x, y := a.document(), b.document(); !bytes.Equal(x, y) {
			t.Fatalf("the same seed gave %q and %q", x, y)
		}
		if n := a.rng.IntN(3000); len(a.appendWhole(nil, n)) != n || len(b.appendWhole(nil, b.rng.IntN(3000))) != n {
			t.Fatal("a document of another size")
		}
	}
}
