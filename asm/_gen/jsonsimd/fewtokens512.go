package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// FewTokens emits a kernel that checks all tokens of a document at once, if the tokens fit in one
// group and their elements in one word. It does what [ShortJSON] does after its first stage, and
// for the same reason: in such a short document, most of the time is spent waiting for the results
// of earlier instructions. So elements stay in registers, and no variables have to be initialized
// or stored.
func FewTokens(m isa.Machine) {
	p := newShortPlanes(m)
	c := m.Ctx()
	c.Function("fewTokens" + m.Name())
	c.Pragma("noescape")
	c.SignatureExpr("func(tokens *byte, count int, elements *byte) (end *byte, valid, known bool)")
	c.Doc(fmt.Sprintf("fewTokens%s checks all tokens of a document of any depth. There must be at most", m.Name()),
		fmt.Sprintf("fewTokensMost%s tokens. If known is false, the tokens are valid except perhaps for their nesting,", m.Name()),
		fmt.Sprintf("and their elements have been written up to end. At least %d bytes must be writable at elements. The", chunk512+isa.Block512),
		"same number of bytes must be readable at tokens, and also the two bytes before tokens.")
	define("fewTokensMost"+m.Name(), chunk512-tokensLate)
	c.Load(c.Param("tokens"), shortSource)
	c.Load(c.Param("count"), shortSize)
	c.LEAQ(operand.NewStackAddr(63), shortFrame)
	c.ANDQ(operand.I8(-64), shortFrame)
	p.ClearErrors()

	s := &shorty{p: p}
	s.reserveStructure()
	inObject := &circuit.Variable{Base: circuit.InFrame, Offset: s.memory.variables}
	f := &circuit.Frame{PlaneBytes: p.PlaneBytes(), Origin: inObject.Offset + p.PlaneBytes()}
	k := circuit.NewCircuitAlone(p, f)
	bits := k.Transpose(circuit.Source{Pointer: "tokens", Offset: 0})
	begin := len(k.Nodes)
	absent := k.Compute(func(e *circuit.Emitter, out int, _ []int) { p.BitsFrom(e, shortSize, out) })
	for i := range bits[:7] {
		bits[i] = k.AndNot(bits[i], absent)
	}
	g := newGrammar(p, f)
	elements := g.elements(k, g.rules(k, bits))
	s.keepStructure(k, elements)
	k.Put(elements.inObject, inObject)
	k.Now(begin, k.Nodes[len(k.Nodes)-5:]...)
	k.Emit()
	s.nesting()

	c.Label("unknown")
	c.Load(c.Param("tokens"), shortSource)
	c.Load(c.Param("elements"), shortOut)
	p.CompressElements(circuit.Source{Pointer: "tokens", Offset: -tokensLate}, &s.kept, inObject, shortOut)
	c.Store(shortOut, c.Return("end"))
	c.MOVB(operand.U8(0), isa.ResultOf(m, "valid"))
	p.SetIfNoErrors(reg.CL)
	c.XORB(operand.U8(1), reg.CL)
	c.MOVB(reg.CL, isa.ResultOf(m, "known"))
	isa.Ret(m)
	c.AllocLocal(64 + (f.Origin+f.Size()+63)&^63)
}
