package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fewTokens emits the check of all tokens of a document, if they are one group, and its
// elements one word. It is what [shortJSON] does after its first stage, and for the same
// reason: what takes time in so short a document is each result that is waited for, so
// elements stay in registers, and no variable is made ready before or kept.
func fewTokens(m machine) {
	p := newShortPlanes(m)
	c := m.ctx()
	c.Function("fewTokens" + m.name())
	c.Pragma("noescape")
	c.SignatureExpr("func(tokens *byte, count int, elements *byte) (end *byte, valid, known bool)")
	c.Doc(fmt.Sprintf("fewTokens%s checks all tokens of a document, at most fewTokensMost%s, of any depth.", m.name(), m.name()),
		"If that is not known, they are valid except for their nesting, and the elements of it have been",
		fmt.Sprintf("written, up to the end, for which %d bytes must be writable. So many tokens are", chunk512+block512),
		"read, and two before.")
	define("fewTokensMost"+m.name(), chunk512-tokensLate)
	c.Load(c.Param("tokens"), shortSource)
	c.Load(c.Param("count"), shortSize)
	c.LEAQ(operand.NewStackAddr(63), shortFrame)
	c.ANDQ(operand.I8(-64), shortFrame)
	p.clearErrors()

	s := &shorty{p: p}
	s.reserveStructure()
	inObject := &variable{inFrame, s.memory.variables}
	f := &frame{planeBytes: p.planeBytes(), origin: inObject.offset + p.planeBytes()}
	k := newCircuitAlone(p, f)
	bits := k.transpose(source{"tokens", 0})
	begin := len(k.nodes)
	absent := k.compute(func(e *emitter, out int, _ []int) { p.bitsFrom(e, shortSize, out) })
	for i := range bits[:7] {
		bits[i] = k.andNot(bits[i], absent)
	}
	g := newGrammar(p, f)
	elements := g.elements(k, g.rules(k, bits))
	s.keepStructure(k, elements)
	k.put(elements.inObject, inObject)
	k.now(begin, k.nodes[len(k.nodes)-5:]...)
	k.emit()
	s.nesting()

	c.Label("unknown")
	c.Load(c.Param("tokens"), shortSource)
	c.Load(c.Param("elements"), shortOut)
	p.compressElements(source{"tokens", -tokensLate}, &s.kept, inObject, shortOut)
	c.Store(shortOut, c.Return("end"))
	c.MOVB(operand.U8(0), resultOf(m, "valid"))
	p.setIfNoErrors(reg.CL)
	c.XORB(operand.U8(1), reg.CL)
	c.MOVB(reg.CL, resultOf(m, "known"))
	ret(m)
	c.AllocLocal(64 + (f.origin+f.size()+63)&^63)
}

// tokensLate is by how many tokens elements come late.
const tokensLate = 2
