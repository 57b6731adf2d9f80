package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/planes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A short document is a single chunk, so nothing is carried. All rules are one circuit and all
// stages are one kernel, because most of the time is spent waiting for the results of earlier
// instructions. Even shorter documents have kernels that work on bytes, see [byteRules] and
// [byteRules2].

// Registers of the kernel for short documents.
var (
	shortFrame  = reg.RDI // the memory of the kernel, which begins with the document
	shortSource = reg.RSI
	shortSize   = reg.RDX
	shortOut    = reg.RCX // where tokens are written
)

var shortBases = map[string]reg.GPPhysical{circuit.InFrame: shortFrame, "document": shortFrame, "tokens": shortSource}

// ShortJSON emits a kernel that checks documents shorter than a chunk.
func ShortJSON(m isa.Machine) {
	p := newShortPlanes(m)
	c := m.Ctx()
	c.Function(fmt.Sprint("shortJSON", chunk512, m.Name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int) (valid, known bool)")
	c.Doc(fmt.Sprintf("shortJSON%d%s reports whether the size bytes at src are a JSON document of any depth. There must be", chunk512, m.Name()),
		fmt.Sprintf("fewer than %d bytes. The result known is false for some documents with very many tokens.", chunk512))
	c.Load(c.Param("src"), shortSource)
	c.Load(c.Param("size"), shortSize)
	c.LEAQ(operand.NewStackAddr(63), shortFrame)
	c.ANDQ(operand.I8(-64), shortFrame)

	s := newShorty(p)
	p.LoadDocument(shortSource, shortSize, operand.Mem{Base: shortFrame})
	p.ClearErrors()
	p.JumpUnlessPlain(operand.Mem{Base: shortFrame}, "special")
	s.document(true)
	c.Label("nesting")
	s.nesting()
	c.Label("unknown")
	c.MOVB(operand.U8(0), isa.ResultOf(m, "valid"))
	c.MOVB(operand.U8(0), isa.ResultOf(m, "known"))
	isa.Ret(m)
	c.Label("special")
	s.document(false)
	c.JMP(operand.LabelRef("nesting"))
	p.EmitLater()
	c.AllocLocal(64 + (s.memory.end+63)&^63)
}

func newShortPlanes(m isa.Machine) *planes.Planes512 {
	return planes.NewPlanes512(m.(*isa.AVX512), shortBases)
}

const chunk512 = 64 * planes.Words512

// shorty emits the parts of [ShortJSON].
type shorty struct {
	p      *planes.Planes512
	memory struct{ tokens, variables, end int } // offsets in the frame

	kept, opens, closes, object circuit.Variable // the structure
}

func newShorty(p *planes.Planes512) *shorty {
	s := &shorty{p: p}
	s.memory.tokens = chunk512                                       // after the document
	s.memory.variables = s.memory.tokens + 2*chunk512 + isa.Block512 // includes what compression writes beyond the tokens
	s.reserveStructure()
	return s
}

func (s *shorty) reserveStructure() {
	for _, v := range []*circuit.Variable{&s.kept, &s.opens, &s.closes, &s.object} {
		*v = circuit.Variable{Base: circuit.InFrame, Offset: s.memory.variables}
		s.memory.variables += s.p.PlaneBytes()
	}
}

// document emits the rules for a document. The parameter plain says whether the document is known
// to be ASCII without backslashes. The nodes that the tokens depend on come first, then the nodes
// that depend on the tokens, and then all other nodes.
func (s *shorty) document(plain bool) {
	f := &circuit.Frame{PlaneBytes: s.p.PlaneBytes(), Origin: s.memory.variables}
	k := circuit.NewCircuitAlone(s.p, f)
	l := newLexer(s.p, f)
	l.alone, l.plain = k, plain
	l.tokens = &circuit.Variable{}
	bits := s.p.Document(k)
	for i, b := range bits {
		l.bits[i] = &circuit.Variable{}
		k.Store(b, l.bits[i])
	}
	begin := len(k.Nodes)
	l.rules()
	tokens := k.Load(l.tokens)
	grammarBegins := len(k.Nodes)
	s.compress(k, f, tokens)
	bits = k.Transpose(circuit.Source{Pointer: "document", Offset: s.memory.tokens})
	g := newGrammar(s.p, f)
	g.neverEmpty = !plain // a backslash or a byte that is not ASCII is always part of a token
	s.keepStructure(k, g.elements(k, g.rules(k, bits)))
	k.Now(begin, k.Nodes[grammarBegins:]...)
	k.Emit()
	s.memory.end = max(s.memory.end, s.memory.variables+f.Size())
}

// compress gathers the tokens in memory.
func (s *shorty) compress(k *circuit.Circuit, f *circuit.Frame, tokens *circuit.Node) {
	c := s.p.Machine().Ctx()
	v := f.PassingVariable()
	k.Do(func(e *circuit.Emitter, in []int) {
		at := operand.Mem{Base: shortFrame, Disp: s.memory.tokens}
		s.p.Store(in[0], v)
		c.LEAQ(at, shortOut)
		s.p.Compress(e, circuit.Source{Pointer: "document", Offset: 0}, v, shortOut)
		c.LEAQ(at.Offset(chunk512-tokensLate), planes.Scratch[0])
		c.CMPQ(shortOut, planes.Scratch[0])
		c.JA(operand.LabelRef("unknown"))
		s.p.Clear(e, operand.Mem{Base: shortOut}, chunk512)
	}, tokens)
}

func (s *shorty) keepStructure(k *circuit.Circuit, elements structure) {
	k.Put(elements.kept, &s.kept)
	k.Put(elements.opens, &s.opens)
	k.Put(elements.closes, &s.closes)
	k.Put(elements.object, &s.object)
}

// gather combines the kept elements of all words in a single word, if there are at most 64.
func (s *shorty) gather() {
	c := s.p.Machine().Ctx()
	count := reg.RCX
	all := []reg.GPPhysical{shortOpens, shortCloses, shortObject}
	for _, r := range append(all, count) {
		c.XORL(r.As32(), r.As32())
	}
	for i := range planes.Words512 {
		word := func(v circuit.Variable) operand.Mem { return operand.Mem{Base: shortFrame, Disp: v.Offset + 8*i} }
		c.MOVQ(word(s.kept), shortKept)
		for j, v := range []circuit.Variable{s.opens, s.closes, s.object} {
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

// nesting emits the check that brackets match, and the end of the kernel.
func (s *shorty) nesting() {
	m := s.p.M
	s.gather()
	matchBrackets(m.C, 4)
	m.C.SETEQ(reg.BL)
	s.p.SetIfNoErrors(reg.CL)
	m.C.ANDB(reg.CL, reg.BL)
	m.C.MOVB(reg.BL, isa.ResultOf(m, "valid"))
	m.C.MOVB(operand.U8(1), isa.ResultOf(m, "known"))
	isa.Ret(m)
	matchDeeper(m.C)
}

// tokensLate is the number of tokens by which elements are delayed.
const tokensLate = 2
