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
	grammarThis     = reg.R11 // the planes of the current group
	grammarNext     = reg.R12 // the planes of the next group
)

var GrammarBases = map[string]reg.GPPhysical{
	circuit.InFrame: grammarFrame, circuit.OfThis: grammarThis, circuit.OfOther: grammarNext, "tokens": grammarTokens,
}

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
	halves := f.Reserve(2 * 8)
	c.LEAQ(operand.Mem{Base: grammarFrame, Disp: halves}, grammarThis)
	c.LEAQ(operand.Mem{Base: grammarFrame, Disp: halves + 8*size}, grammarNext)
	bit := func(half string, i int) *circuit.Variable { return &circuit.Variable{Base: half, Offset: i * size} }
	transpose := func(half string, ahead int) {
		k := circuit.NewCircuit(p, f)
		for i, plane := range k.Transpose(circuit.Source{Pointer: "tokens", Offset: ahead}) {
			k.Store(plane, bit(half, i))
		}
		k.Emit()
	}

	// While one group is judged, the next group is transposed, and the elements of the previous group
	// are written. Otherwise each step would wait for the previous step.
	transpose(circuit.OfThis, 0)
	c.Label("group")
	c.CMPQ(grammarGroups, operand.U8(2))
	c.JB(operand.LabelRef("write"))
	transpose(circuit.OfOther, group)
	c.Label("write")
	c.CMPQ(grammarTokens, isa.ParamOf(m, "tokens"))
	c.JE(operand.LabelRef("judge")) // this is the first group
	p.CompressElements(circuit.Source{Pointer: "tokens", Offset: -group - 2}, kept, inObject, grammarElements)
	c.TESTQ(grammarGroups, grammarGroups)
	c.JE(operand.LabelRef("end"))
	c.Label("judge")
	k := circuit.NewCircuit(p, f)
	var bits [8]*circuit.Node
	for i := range bits {
		bits[i] = k.Load(bit(circuit.OfThis, i))
	}
	s := g.elements(k, g.rules(k, bits))
	k.Store(s.inObject, inObject)
	k.Store(s.kept, kept)
	k.Emit()
	c.ADDQ(operand.U32(group), grammarTokens)
	c.XCHGQ(grammarThis, grammarNext)
	c.DECQ(grammarGroups)
	c.JMP(operand.LabelRef("group"))
	c.Label("end")
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
