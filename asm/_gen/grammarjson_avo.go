package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Registers of the grammar.
var (
	grammarFrame    = reg.RDI
	grammarTokens   = reg.RSI
	grammarGroups   = reg.RDX
	grammarElements = reg.RCX
)

var grammarBases = map[string]reg.GPPhysical{inFrame: grammarFrame, "tokens": grammarTokens}

func grammarJSON(p amd64Planes) {
	m, size := p.machine(), p.planeBytes()
	c := m.ctx()
	group := 8 * size
	function(m, "grammarJSON", "func(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool)",
		"grammarJSON"+m.name()+" checks so many groups of tokens, each as many as a chunk has bytes, and",
		"writes the elements of their structure, two tokens late: for each group its size and 63 bytes",
		"more must be writable. The two bytes before the tokens must be those tokens that came last, or",
		"zeros. Zeros are no tokens. It returns the end of the elements, and whether there was no",
		"error yet.")
	c.Load(c.Param("vars"), grammarFrame)
	c.Load(c.Param("tokens"), grammarTokens)
	c.Load(c.Param("groups"), grammarGroups)
	c.Load(c.Param("elements"), grammarElements)

	f := &frame{planeBytes: size, mostLasting: 32}
	g := newGrammar(p, f)
	errors := f.variable()
	kept, inObject := f.passingVariable(), f.passingVariable()
	p.loadErrors(errors)
	c.Label("group")
	k := newCircuit(p, f)
	s := g.elements(k, g.rules(k, k.transpose(source{"tokens", 0})))
	k.store(s.inObject, inObject)
	k.store(s.kept, kept)
	k.emit()
	p.compressElements(source{"tokens", -2}, kept, inObject, grammarElements)
	c.ADDQ(operand.U32(group), grammarTokens)
	c.DECQ(grammarGroups)
	c.JNE(operand.LabelRef("group"))
	p.storeErrors(errors)
	p.setIfNoErrors(resultOf(m, "ok"))
	c.Store(grammarElements, c.Return("end"))
	ret(m)
	define("grammarVariables"+m.name(), f.size())
	define("grammarLasting"+m.name(), f.lasting)
	define("grammarValueNext"+m.name(), g.valueNext.offset+p.lastWord())
}
