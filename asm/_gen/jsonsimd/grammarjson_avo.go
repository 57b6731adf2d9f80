package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/planes"
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

var GrammarBases = map[string]reg.GPPhysical{circuit.InFrame: grammarFrame, "tokens": grammarTokens}

func GrammarJSON(p planes.Planes) {
	m, size := p.Machine(), p.PlaneBytes()
	c := m.Ctx()
	group := 8 * size
	isa.Function(m, "grammarJSON", "func(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool)",
		"grammarJSON"+m.Name()+" checks the given number of groups of tokens, and writes the elements of their",
		"structure, delayed by two tokens. A group has as many tokens as a chunk has bytes. For each group, its",
		"size plus 63 bytes must be writable at elements. The two bytes before tokens must be the preceding",
		"tokens, or zeros, which are not tokens. The results are the end of the elements, and whether there",
		"has been no error so far.")
	c.Load(c.Param("vars"), grammarFrame)
	c.Load(c.Param("tokens"), grammarTokens)
	c.Load(c.Param("groups"), grammarGroups)
	c.Load(c.Param("elements"), grammarElements)

	f := &circuit.Frame{PlaneBytes: size, MostLasting: 32}
	g := newGrammar(p, f)
	errors := f.Variable()
	kept, inObject := f.PassingVariable(), f.PassingVariable()
	p.LoadErrors(errors)
	c.Label("group")
	k := circuit.NewCircuit(p, f)
	s := g.elements(k, g.rules(k, k.Transpose(circuit.Source{Pointer: "tokens", Offset: 0})))
	k.Store(s.inObject, inObject)
	k.Store(s.kept, kept)
	k.Emit()
	p.CompressElements(circuit.Source{Pointer: "tokens", Offset: -2}, kept, inObject, grammarElements)
	c.ADDQ(operand.U32(group), grammarTokens)
	c.DECQ(grammarGroups)
	c.JNE(operand.LabelRef("group"))
	p.StoreErrors(errors)
	p.SetIfNoErrors(isa.ResultOf(m, "ok"))
	c.Store(grammarElements, c.Return("end"))
	isa.Ret(m)
	define("grammarVariables"+m.Name(), f.Size())
	define("grammarLasting"+m.Name(), f.Lasting)
	define("grammarErrors"+m.Name(), errors.Offset)
	define("grammarElements"+m.Name(), kept.Offset)
	define("grammarValueNext"+m.Name(), g.valueNext.Offset+p.LastWord())
}
