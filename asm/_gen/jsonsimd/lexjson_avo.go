package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/planes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Registers of the lexer.
var (
	lexFrame  = reg.RDI // the variables
	lexSource = reg.RSI // the current chunk
	lexOut    = reg.RCX // where tokens are written
	lexNext   = reg.RBX // the next chunk
	lexThis   = reg.R11 // variables of the current chunk
	lexOther  = reg.R12 // variables of the previous chunk, and later of the next one
	lexLast   = reg.R13 // the previous chunk
	lexMarks  = reg.RDX // where the marks of the current chunk are written
)

var LexBases = map[string]reg.GPPhysical{
	circuit.InFrame: lexFrame, circuit.OfThis: lexThis, circuit.OfOther: lexOther,
	"source": lexSource, "last": lexLast, "next": lexNext, "marks": lexMarks,
}

func LexJSON(p planes.Planes) {
	m, size := p.Machine(), p.PlaneBytes()
	c := m.Ctx()
	chunk := 8 * size
	beginLexer(m)
	chunks := isa.ParamOf(m, "chunks") // counted down in memory, because registers are scarce

	f := &circuit.Frame{PlaneBytes: size, MostLasting: 32, MostRare: 48}
	errors, inString := f.Variable(), f.Variable()
	l := newLexer(p, f)
	l.records, l.ijson, l.names, l.signs = f.Variable(), f.Variable(), f.Variable(), newSigns(f)
	l.counts = newCounts(f.Variable(), f.PassingVariable)
	l.marks = &circuit.Variable{Base: "marks", Offset: 0}
	tokensOfLast := reserveHalves(p, f, l)
	p.LoadErrors(errors)
	c.MOVQ(operand.Mem{Base: lexFrame, Disp: inString.Offset}, planes.LexString)
	k := l.block()
	k.Store(k.Zero(), tokensOfLast)
	k.Emit()
	c.MOVQ(lexSource, lexLast)

	// While one chunk is judged, the next chunk is transposed to planes, and the tokens of the
	// previous chunk are written. Otherwise each step would wait for the previous step. While the
	// final chunk is judged, there is no next chunk. The final chunk is then transposed again, and
	// the result is not used.
	planesOf := func(k *circuit.Circuit, from circuit.Source, half string) {
		for i, plane := range k.Transpose(from) {
			k.Store(plane, &circuit.Variable{Base: half, Offset: l.bits[i].Offset})
		}
	}
	l.meanwhile = func(k *circuit.Circuit) {
		k.Do(func(e *circuit.Emitter, _ []int) {
			p.CompressBeside(e, circuit.Source{Pointer: "last", Offset: 0}, tokensOfLast, lexOut)
		})
		planesOf(k, circuit.Source{Pointer: "next", Offset: 0}, circuit.OfOther)
	}
	c.CMPQ(chunks, operand.U8(1))
	c.CMOVQEQ(isa.ParamOf(m, "final"), lexSource)
	k = l.block()
	planesOf(k, circuit.Source{Pointer: "source", Offset: 0}, circuit.OfThis)
	k.Emit()
	c.Label("chunk")
	c.LEAQ(operand.Mem{Base: lexSource, Disp: chunk}, lexNext)
	c.CMPQ(chunks, operand.U8(2))
	c.CMOVQLE(isa.ParamOf(m, "final"), lexNext)
	l.rules()
	c.MOVQ(lexSource, lexLast)
	c.MOVQ(lexNext, lexSource)
	c.ADDQ(isa.ParamOf(m, "stride"), lexMarks)
	c.XCHGQ(lexThis, lexOther)
	c.DECQ(chunks)
	c.JE(operand.LabelRef("stop"))
	c.CMPQ(lexOut, isa.ParamOf(m, "limit"))
	c.JB(operand.LabelRef("chunk"))

	endLexer(p, errors, inString, tokensOfLast)
	defineLexer(m.Name(), f, l, inString)
}

// beginLexer begins the function and loads its arguments.
func beginLexer(m isa.Machine) {
	c := m.Ctx()
	isa.Function(m, "lexJSON",
		"func(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool)",
		"lexJSON"+m.Name()+" writes the tokens of the given number of chunks to tokens. It stops early when",
		"the tokens reach limit; two chunks and 63 bytes beyond limit must be writable. The chunks follow",
		"each other at src, except the last, which is at final. The marks of each chunk are written stride",
		"bytes after those of the previous chunk. The results are the number of chunks left, the end of",
		"the tokens, and whether there has been no error so far.")
	c.Load(c.Param("vars"), lexFrame)
	c.Load(c.Param("src"), lexSource)
	c.Load(c.Param("tokens"), lexOut)
	c.Load(c.Param("marks"), lexMarks)
}

// endLexer stores the results and returns.
func endLexer(p planes.Planes, errors, inString, tokensOfLast *circuit.Variable) {
	m := p.Machine()
	c := m.Ctx()
	c.Label("stop")
	p.Compress(nil, circuit.Source{Pointer: "last", Offset: 0}, tokensOfLast, lexOut)
	p.StoreErrors(errors)
	p.SetIfNoErrors(isa.ResultOf(m, "ok"))
	c.MOVQ(planes.LexString, operand.Mem{Base: lexFrame, Disp: inString.Offset})
	c.MOVQ(isa.ParamOf(m, "chunks"), lexNext)
	c.Store(lexNext, c.Return("chunksLeft"))
	c.Store(lexOut, c.Return("end"))
	isa.Ret(m)
	p.EmitLater()
}

// reserveHalves reserves two sets of variables: one for the current chunk, and another for the
// previous or the next chunk. The lexer uses the set of the current chunk. reserveHalves returns
// the variable of the other set that holds the tokens.
func reserveHalves(p planes.Planes, f *circuit.Frame, l *lexer) (tokensOfLast *circuit.Variable) {
	c, size := p.Machine().Ctx(), p.PlaneBytes()
	halves := f.Reserve(2 * (len(l.bits) + 1))
	ofHalf := func(base string, i int) *circuit.Variable { return &circuit.Variable{Base: base, Offset: i * size} }
	for i := range l.bits {
		l.bits[i] = ofHalf(circuit.OfThis, i)
	}
	l.tokens = ofHalf(circuit.OfThis, len(l.bits))
	tokensOfLast = ofHalf(circuit.OfOther, len(l.bits))
	define("lexTokens"+p.Machine().Name(), halves+len(l.bits)*size) // after an odd number of chunks
	c.LEAQ(operand.Mem{Base: lexFrame, Disp: halves}, lexThis)
	c.LEAQ(operand.Mem{Base: lexFrame, Disp: halves + (len(l.bits)+1)*size}, lexOther)
	return tokensOfLast
}

// defineLexer defines constants for the Go code that uses the variables of the lexer.
func defineLexer(set string, f *circuit.Frame, l *lexer, inString *circuit.Variable) {
	define("lexVariables"+set, f.Size())
	define("lexLasting"+set, f.Lasting)
	define("lexLastingIJSON"+set, f.LastingWithRare())
	define("lexInString"+set, inString.Offset)
	define("lexRecords"+set, l.records.Offset)
	define("lexIJSON"+set, l.ijson.Offset)
	define("lexNames"+set, l.names.Offset)
	define("lexSigns"+set, l.signs.large.Offset)
	define("lexAsked"+set, l.counts.asked.Offset)
	define("lexCounts"+set, l.counts.returns.Offset)
}
