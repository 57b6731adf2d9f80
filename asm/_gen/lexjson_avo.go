package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// amd64Planes is a target among those that avo writes code for.
type amd64Planes interface {
	target
	machine() machine

	// compress appends those of the bytes to what is at out of which the bit in the plane
	// is set. It may write up to a block more.
	compress(e *emitter, bytes source, plane *variable, out reg.GPPhysical)
	// compressBeside may do so in between what is written next, up to a jump or a label.
	compressBeside(e *emitter, bytes source, plane *variable, out reg.GPPhysical)
	// compressElements does so, with semicolons for the commas that are in objects.
	compressElements(bytes source, plane, inObject *variable, out reg.GPPhysical)

	emitLater() // what belongs at the end of the function

	// lastWord tells where the last word of a plane is in what carry keeps of it.
	lastWord() int

	loadErrors(v *variable)
	storeErrors(v *variable)
	setIfNoErrors(result operand.Op)
}

// Registers of the lexer.
var (
	lexFrame  = reg.RDI // the variables
	lexSource = reg.RSI // the chunk at hand
	lexOut    = reg.RCX // where tokens go
	lexNext   = reg.RBX // the chunk after it
	lexString = reg.R8  // 1 if the chunk begins in a string
	lexThis   = reg.R11 // variables of the chunk at hand
	lexOther  = reg.R12 // and of the one before it, and the one after it
	lexLast   = reg.R13 // the chunk before
	lexMarks  = reg.RDX // where the marks of the chunk at hand go
)

var lexBases = map[string]reg.GPPhysical{
	inFrame: lexFrame, ofThis: lexThis, ofOther: lexOther,
	"source": lexSource, "last": lexLast, "next": lexNext, "marks": lexMarks,
}

func lexJSON(p amd64Planes) {
	m, size := p.machine(), p.planeBytes()
	c := m.ctx()
	chunk := 8 * size
	function(m, "lexJSON",
		"func(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool)",
		"lexJSON"+m.name()+" writes the tokens of up to so many chunks of its size, the last of which is",
		"at final, to tokens, until there are no more chunks or the tokens reach the limit. From there",
		"on two chunks and 63 bytes must be writable. The marks of each chunk are written so many bytes",
		"behind those of the one before. It returns how many chunks are left, the end of the tokens,",
		"and whether there was no error yet.")
	c.Load(c.Param("vars"), lexFrame)
	c.Load(c.Param("src"), lexSource)
	c.Load(c.Param("tokens"), lexOut)
	c.Load(c.Param("marks"), lexMarks)
	chunks := paramOf(m, "chunks") // counts down in its place: registers are needed for more

	f := &frame{planeBytes: size, mostLasting: 32}
	errors, inString := f.variable(), f.variable()
	l := newLexer(p, f)
	l.records, l.pairs, l.names = f.variable(), f.variable(), f.variable()
	l.counts = newCounts(f.variable(), f.passingVariable)
	l.marks = &variable{"marks", 0}
	halves := f.reserve(2 * (len(l.bits) + 1))
	ofHalf := func(base string, i int) *variable { return &variable{base, i * size} }
	for i := range l.bits {
		l.bits[i] = ofHalf(ofThis, i)
	}
	l.tokens = ofHalf(ofThis, len(l.bits))
	tokensOfLast := ofHalf(ofOther, len(l.bits))
	c.LEAQ(operand.Mem{Base: lexFrame, Disp: halves}, lexThis)
	c.LEAQ(operand.Mem{Base: lexFrame, Disp: halves + (len(l.bits)+1)*size}, lexOther)
	p.loadErrors(errors)
	c.MOVQ(operand.Mem{Base: lexFrame, Disp: inString.offset}, lexString)
	k := l.block()
	k.store(k.zero(), tokensOfLast)
	k.emit()
	c.MOVQ(lexSource, lexLast)

	// While one chunk is judged, the next one is made into planes, and the tokens of the
	// last one are written: else each would wait for the one before. After the final chunk,
	// that is made into planes again.
	planesOf := func(k *circuit, from source, half string) {
		for i, plane := range k.transpose(from) {
			k.store(plane, &variable{half, l.bits[i].offset})
		}
	}
	l.meanwhile = func(k *circuit) {
		k.do(func(e *emitter, _ []int) { p.compressBeside(e, source{"last", 0}, tokensOfLast, lexOut) })
		planesOf(k, source{"next", 0}, ofOther)
	}
	c.CMPQ(chunks, operand.U8(1))
	c.CMOVQEQ(paramOf(m, "final"), lexSource)
	k = l.block()
	planesOf(k, source{"source", 0}, ofThis)
	k.emit()
	c.Label("chunk")
	c.LEAQ(operand.Mem{Base: lexSource, Disp: chunk}, lexNext)
	c.CMPQ(chunks, operand.U8(2))
	c.CMOVQLE(paramOf(m, "final"), lexNext)
	l.rules()
	c.MOVQ(lexSource, lexLast)
	c.MOVQ(lexNext, lexSource)
	c.ADDQ(paramOf(m, "stride"), lexMarks)
	c.XCHGQ(lexThis, lexOther)
	c.DECQ(chunks)
	c.JE(operand.LabelRef("stop"))
	c.CMPQ(lexOut, paramOf(m, "limit"))
	c.JB(operand.LabelRef("chunk"))

	c.Label("stop")
	p.compress(nil, source{"last", 0}, tokensOfLast, lexOut)
	p.storeErrors(errors)
	p.setIfNoErrors(resultOf(m, "ok"))
	c.MOVQ(lexString, operand.Mem{Base: lexFrame, Disp: inString.offset})
	c.MOVQ(chunks, lexNext)
	c.Store(lexNext, c.Return("chunksLeft"))
	c.Store(lexOut, c.Return("end"))
	ret(m)
	p.emitLater()
	define("lexVariables"+m.name(), f.size())
	define("lexLasting"+m.name(), f.lasting)
	define("lexInString"+m.name(), inString.offset)
	define("lexRecords"+m.name(), l.records.offset)
	define("lexPairs"+m.name(), l.pairs.offset)
	define("lexNames"+m.name(), l.names.offset)
	define("lexAsked"+m.name(), l.counts.asked.offset)
	define("lexCounts"+m.name(), l.counts.returns.offset)
}

func paramOf(m machine, name string) operand.Mem { return address(m.ctx().Param(name)) }

func resultOf(m machine, name string) operand.Mem { return address(m.ctx().Return(name)) }
