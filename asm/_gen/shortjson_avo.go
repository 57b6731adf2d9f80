package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A short document is one chunk. Nothing is carried, all rules are one circuit, and all
// stages one kernel, for what takes time here is each result that is waited for.

// shortPlanes is a target for kernels for short documents.
type shortPlanes interface {
	amd64Planes

	// loadDocument copies fewer bytes than a chunk has, and fills up with newlines; document
	// returns their planes. clear clears so many bytes, in whole blocks.
	loadDocument(src, size reg.GPPhysical, to operand.Mem)
	document(k *circuit) [8]*node
	clear(e *emitter, from operand.Mem, bytes int)
	// jumpUnlessPlain jumps if a byte of the chunk there is a backslash or not ASCII.
	jumpUnlessPlain(chunk operand.Mem, label string)

	// tokenPlanes brings the tokens of a document of many words together, and returns the
	// planes of their bits, in one word. If there are more than 63, it jumps.
	tokenPlanes(k *circuit, tokens *node, bits [8]*node, label string) [8]*node
	narrow() shortPlanes // the target of planes of one word in the same circuit
	xmm(register int) reg.VecPhysical
	clearErrors()
}

// Registers of the kernel for short documents.
var (
	shortFrame  = reg.RDI // the document, and what follows it in memory
	shortSource = reg.RSI
	shortSize   = reg.RDX
	shortOut    = reg.RCX // where tokens go
	shortTokens = reg.RBX // which bytes are tokens, if there is one word of them

	// Elements of the structure.
	shortKept, shortOpens, shortCloses, shortObject = reg.R8, reg.R11, reg.R12, reg.R13
	shortWrong                                      = reg.RSI // those that are not of the type they should be
)

var shortBases = map[string]reg.GPPhysical{inFrame: shortFrame, "document": shortFrame, "tokens": shortSource}

// shortJSON emits the check of documents that are shorter than a chunk.
func shortJSON(p shortPlanes) {
	m, size := p.machine(), p.planeBytes()
	c := m.ctx()
	chunk := 8 * size
	c.Function(fmt.Sprint("shortJSON", chunk, m.name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int) (valid, known bool)")
	c.Doc(fmt.Sprintf("shortJSON%d%s reports whether the bytes, fewer than %d, are a JSON document of any depth. It is not", chunk, m.name(), chunk),
		"known of some with very many tokens.")
	c.Load(c.Param("src"), shortSource)
	c.Load(c.Param("size"), shortSize)
	c.LEAQ(operand.NewStackAddr(63), shortFrame)
	c.ANDQ(operand.I8(-64), shortFrame)

	s := newShorty(p)
	p.loadDocument(shortSource, shortSize, operand.Mem{Base: shortFrame})
	if narrow := p.narrow(); narrow != p {
		narrow.clearErrors()
	}
	p.clearErrors()
	p.jumpUnlessPlain(operand.Mem{Base: shortFrame}, "special")
	s.document(true)
	c.Label("nesting")
	s.nesting()
	c.Label("unknown")
	c.MOVB(operand.U8(0), resultOf(m, "valid"))
	c.MOVB(operand.U8(0), resultOf(m, "known"))
	ret(m)
	c.Label("special")
	s.document(false)
	c.JMP(operand.LabelRef("nesting"))
	p.emitLater()
	c.AllocLocal(64 + (s.memory.end+63)&^63)
}

// shorty emits the parts of [shortJSON].
type shorty struct {
	p      shortPlanes
	chunk  int
	memory struct{ tokens, variables, end int } // offsets in the frame

	// Words of the structure, if there are many.
	kept, opens, closes, object variable
}

func newShorty(p shortPlanes) *shorty {
	s := &shorty{p: p, chunk: 8 * p.planeBytes()}
	s.memory.tokens = s.chunk // after the document
	s.memory.variables = s.memory.tokens
	if s.many() {
		s.memory.variables += 2*s.chunk + 64 // what compression writes beyond
		s.reserveStructure()
	}
	return s
}

func (s *shorty) reserveStructure() {
	for _, v := range []*variable{&s.kept, &s.opens, &s.closes, &s.object} {
		*v = variable{inFrame, s.memory.variables}
		s.memory.variables += s.p.planeBytes()
	}
}

// many reports whether the tokens may be many words. Of shorter documents they are rarely
// more than one.
func (s *shorty) many() bool { return s.chunk == mostShort }

const mostShort = 512

// document emits the rules for a document, which is plain or not. First comes what the
// tokens depend on, then what depends on them, and then all that need not be waited for.
func (s *shorty) document(plain bool) {
	f := &frame{planeBytes: s.p.planeBytes(), origin: s.memory.variables}
	k := newCircuitAlone(s.p, f)
	l := newLexer(s.p, f)
	l.alone, l.plain = k, plain
	l.tokens = &variable{}
	bits := s.p.document(k)
	for i, b := range bits {
		l.bits[i] = &variable{}
		k.store(b, l.bits[i])
	}
	begin := len(k.nodes)
	l.rules()
	tokens := k.load(l.tokens)
	grammarBegins := len(k.nodes)
	switch {
	case s.many():
		s.compress(k, f, tokens)
		bits = k.transpose(source{"document", s.memory.tokens})
	case s.chunk > 64:
		bits = s.p.tokenPlanes(k, tokens, bits, "unknown")
	default:
		bits = s.extract(k, tokens, bits)
	}
	g := newGrammar(k.target, f)
	g.neverEmpty = !plain // a backslash, and what is not ASCII, is in a string or a scalar
	parsed := g.rules(k, bits)
	if s.many() {
		s.structure(k, g.elements(k, parsed))
	} else {
		s.structure(k, g.allElements(k, parsed))
	}
	k.now(begin, k.nodes[grammarBegins:]...)
	k.emit()
	s.memory.end = max(s.memory.end, s.memory.variables+f.size())
}

// compress brings the tokens together in memory, where they may be many words.
func (s *shorty) compress(k *circuit, f *frame, tokens *node) {
	c := s.p.machine().ctx()
	v := f.passingVariable()
	k.do(func(e *emitter, in []int) {
		at := operand.Mem{Base: shortFrame, Disp: s.memory.tokens}
		s.p.store(in[0], v)
		c.LEAQ(at, shortOut)
		s.p.compress(e, source{"document", 0}, v, shortOut)
		c.LEAQ(at.Offset(s.chunk-2), scratch[0]) // elements come two tokens late
		c.CMPQ(shortOut, scratch[0])
		c.JA(operand.LabelRef("unknown"))
		s.p.clear(e, operand.Mem{Base: shortOut}, s.chunk)
	}, tokens)
}

// extract brings the tokens together, where the document is one word.
func (s *shorty) extract(k *circuit, tokens *node, bits [8]*node) (extracted [8]*node) {
	c := s.p.machine().ctx()
	k.do(func(e *emitter, in []int) {
		c.VMOVQ(s.p.xmm(in[0]), shortTokens)
		c.POPCNTQ(shortTokens, scratch[0])
		c.CMPQ(scratch[0], operand.U8(63)) // what is none must come after them
		c.JA(operand.LabelRef("unknown"))
	}, tokens)
	for i, b := range bits[:7] {
		extracted[i] = k.compute(func(e *emitter, out int, in []int) {
			word := scratch[i%len(scratch)]
			c.VMOVQ(s.p.xmm(in[0]), word)
			c.PEXTQ(shortTokens, word, word)
			c.VMOVQ(word, s.p.xmm(out))
		}, b)
	}
	return extracted
}

// structure leaves the elements in registers, or in memory if there are many.
func (s *shorty) structure(k *circuit, elements structure) {
	if s.many() {
		s.keepStructure(k, elements)
		return
	}
	c := s.p.machine().ctx()
	planes := []*node{elements.kept, elements.opens, elements.closes, elements.object}
	k.do(func(e *emitter, in []int) {
		for i, r := range []reg.GPPhysical{shortKept, shortOpens, shortCloses, shortObject} {
			c.VMOVQ(s.p.xmm(in[i]), r)
		}
	}, planes...)
}

func (s *shorty) keepStructure(k *circuit, elements structure) {
	k.put(elements.kept, &s.kept)
	k.put(elements.opens, &s.opens)
	k.put(elements.closes, &s.closes)
	k.put(elements.object, &s.object)
}

// gather brings the elements of many words together, if they are not too many.
func (s *shorty) gather() {
	c := s.p.machine().ctx()
	count := reg.RCX
	all := []reg.GPPhysical{shortOpens, shortCloses, shortObject}
	for _, r := range append(all, count) {
		c.XORL(r.As32(), r.As32())
	}
	for i := range s.chunk / 64 {
		word := func(v variable) operand.Mem { return operand.Mem{Base: shortFrame, Disp: v.offset + 8*i} }
		c.MOVQ(word(s.kept), shortKept)
		for j, v := range []variable{s.opens, s.closes, s.object} {
			c.MOVQ(word(v), reg.RAX)
			c.PEXTQ(shortKept, reg.RAX, reg.RAX)
			c.SHLXQ(count, reg.RAX, reg.RAX)
			c.ORQ(reg.RAX, all[j])
		}
		c.POPCNTQ(shortKept, reg.RAX)
		c.ADDQ(reg.RAX, count)
	}
	c.CMPQ(count, operand.U8(64))
	c.JA(operand.LabelRef("unknown"))
	c.MOVQ(operand.I32(-1), shortKept)
	c.BZHIQ(count, shortKept, shortKept)
}

// nesting emits the check that brackets match, and the end.
//
// What does not open, and comes next after what does not close, is in the same container
// as that, so it must have its type. If it is a comma, it says nothing more; if the two
// are a pair of brackets, nor do they. Without those, others are next to each other. So
// containers go from the innermost out, all of the same height at a time, until nothing
// is left. The first rounds are always taken, for a branch that is guessed wrong costs
// more than they do.
func (s *shorty) nesting() {
	rounds := 3
	if s.chunk > 64 {
		rounds = 4
	}
	m := s.p.machine()
	c := m.ctx()
	if s.many() {
		s.gather()
	} else {
		for _, r := range []reg.GPPhysical{shortOpens, shortCloses, shortObject, shortKept} {
			c.PEXTQ(shortKept, r, r)
		}
	}
	matchBrackets(c, rounds)
	c.SETEQ(reg.BL)
	s.p.setIfNoErrors(reg.CL)
	if narrow := s.p.narrow(); narrow != s.p && !s.many() {
		c.ANDB(reg.CL, reg.BL)
		narrow.setIfNoErrors(reg.CL)
	}
	c.ANDB(reg.CL, reg.BL)
	c.MOVB(reg.BL, resultOf(m, "valid"))
	c.MOVB(operand.U8(1), resultOf(m, "known"))
	ret(m)
	matchDeeper(c)
}

// matchBrackets emits so many rounds, and the check that nothing is left, or wrong; the flags
// say so. What it takes for more is to be emitted by matchDeeper.
func matchBrackets(c *build.Context, rounds int) {
	c.XORL(shortWrong.As32(), shortWrong.As32())
	for range rounds {
		matchRound(c)
	}
	c.TESTQ(shortKept, shortKept)
	c.JNE(operand.LabelRef("deep"))
	c.Label("flat")
	c.ORQ(shortKept, shortWrong)
}

func matchDeeper(c *build.Context) {
	c.Label("deep")
	c.MOVQ(shortKept, reg.RBX)
	matchRound(c)
	c.CMPQ(shortKept, reg.RBX)
	c.JNE(operand.LabelRef("deep"))
	c.JMP(operand.LabelRef("flat"))
}

// matchRound emits a round of [matchBrackets].
func matchRound(c *build.Context) {
	outside, mismatch, pair, kept := reg.RAX, reg.RDX, reg.R9, reg.R10
	twice := func(r reg.GPPhysical, more int) operand.Mem {
		return operand.Mem{Base: r, Index: r, Scale: 1, Disp: more}
	}
	c.LEAQ(twice(shortCloses, 1), outside)
	c.ORQ(shortOpens, outside) // opens, or comes first or after what closes
	c.LEAQ(twice(shortObject, 0), mismatch)
	c.XORQ(shortObject, mismatch)
	c.ANDNQ(mismatch, outside, mismatch) // nothing comes after what closes last, or it is wrong anyway
	c.ORQ(mismatch, shortWrong)
	c.LEAQ(twice(shortOpens, 0), pair)
	c.ANDQ(shortCloses, pair) // the second of two that match
	c.MOVQ(pair, kept)
	c.SHRQ(operand.U8(1), pair)
	c.ORQ(kept, pair)
	c.ORQ(shortCloses, outside)
	c.ANDNQ(outside, pair, kept)
	for _, r := range []reg.GPPhysical{shortOpens, shortCloses, shortObject, shortKept} {
		c.PEXTQ(kept, r, r)
	}
}
