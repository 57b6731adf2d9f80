package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A short document is one chunk. Nothing is carried, all rules are one circuit, and all
// stages one kernel, for what takes time here is each result that is waited for. There are
// kernels by bytes for shorter ones, see [byteRules] and [byteRules2].

// Registers of the kernel for short documents.
var (
	shortFrame  = reg.RDI // the document, and what follows it in memory
	shortSource = reg.RSI
	shortSize   = reg.RDX
	shortOut    = reg.RCX // where tokens go
)

var shortBases = map[string]reg.GPPhysical{inFrame: shortFrame, "document": shortFrame, "tokens": shortSource}

// shortJSON emits the check of documents that are shorter than a chunk.
func shortJSON(m machine) {
	p := newShortPlanes(m)
	c := m.ctx()
	c.Function(fmt.Sprint("shortJSON", chunk512, m.name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int) (valid, known bool)")
	c.Doc(fmt.Sprintf("shortJSON%d%s reports whether the bytes, fewer than %d, are a JSON document of any depth. It is not", chunk512, m.name(), chunk512),
		"known of some with very many tokens.")
	c.Load(c.Param("src"), shortSource)
	c.Load(c.Param("size"), shortSize)
	c.LEAQ(operand.NewStackAddr(63), shortFrame)
	c.ANDQ(operand.I8(-64), shortFrame)

	s := newShorty(p)
	p.loadDocument(shortSource, shortSize, operand.Mem{Base: shortFrame})
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

func newShortPlanes(m machine) *planes512 {
	return &planes512{m: m.(*avx512), c: m.ctx(), bases: shortBases}
}

const chunk512 = 64 * words512

// shorty emits the parts of [shortJSON].
type shorty struct {
	p      *planes512
	memory struct{ tokens, variables, end int } // offsets in the frame

	kept, opens, closes, object variable // the structure
}

func newShorty(p *planes512) *shorty {
	s := &shorty{p: p}
	s.memory.tokens = chunk512                                   // after the document
	s.memory.variables = s.memory.tokens + 2*chunk512 + block512 // what compression writes beyond
	s.reserveStructure()
	return s
}

func (s *shorty) reserveStructure() {
	for _, v := range []*variable{&s.kept, &s.opens, &s.closes, &s.object} {
		*v = variable{inFrame, s.memory.variables}
		s.memory.variables += s.p.planeBytes()
	}
}

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
	s.compress(k, f, tokens)
	bits = k.transpose(source{"document", s.memory.tokens})
	g := newGrammar(s.p, f)
	g.neverEmpty = !plain // a backslash, and what is not ASCII, is in a string or a scalar
	s.keepStructure(k, g.elements(k, g.rules(k, bits)))
	k.now(begin, k.nodes[grammarBegins:]...)
	k.emit()
	s.memory.end = max(s.memory.end, s.memory.variables+f.size())
}

// compress brings the tokens together in memory.
func (s *shorty) compress(k *circuit, f *frame, tokens *node) {
	c := s.p.machine().ctx()
	v := f.passingVariable()
	k.do(func(e *emitter, in []int) {
		at := operand.Mem{Base: shortFrame, Disp: s.memory.tokens}
		s.p.store(in[0], v)
		c.LEAQ(at, shortOut)
		s.p.compress(e, source{"document", 0}, v, shortOut)
		c.LEAQ(at.Offset(chunk512-tokensLate), scratch[0])
		c.CMPQ(shortOut, scratch[0])
		c.JA(operand.LabelRef("unknown"))
		s.p.clear(e, operand.Mem{Base: shortOut}, chunk512)
	}, tokens)
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
	for i := range words512 {
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
func (s *shorty) nesting() {
	m := s.p.m
	s.gather()
	matchBrackets(m.c, 4)
	m.c.SETEQ(reg.BL)
	s.p.setIfNoErrors(reg.CL)
	m.c.ANDB(reg.CL, reg.BL)
	m.c.MOVB(reg.BL, resultOf(m, "valid"))
	m.c.MOVB(operand.U8(1), resultOf(m, "known"))
	ret(m)
	matchDeeper(m.c)
}
