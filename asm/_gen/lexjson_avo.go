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
	// compressElements does so, with semicolons for the commas that are in objects.
	compressElements(bytes source, plane, inObject *variable, out reg.GPPhysical)

	// loadDocument copies fewer bytes than a chunk has, and fills up with newlines; document
	// returns their planes. clear clears so many bytes, in whole blocks.
	loadDocument(src, size reg.GPPhysical, to operand.Mem)
	clear(e *emitter, from operand.Mem, bytes int)
	document(k *circuit) [8]*node
	// jumpUnlessPlain jumps if a byte of the chunk there is a backslash or not ASCII.
	jumpUnlessPlain(chunk operand.Mem, label string)

	// dense brings the bytes of tokens together in a register, filled up with zeros. If there
	// are more than so many, it jumps.
	dense(k *circuit, tokens *node, bytes source, label string, most int) *node
	narrow() amd64Planes // the target of planes of one word in the same circuit
	emitLater()          // what belongs at the end of the function
	xmm(register int) reg.VecPhysical
	clearErrors()
	loadErrors(v *variable)
	storeErrors(v *variable)
	setIfNoErrors(result operand.Op)
}

// Registers of the lexer.
var (
	lexFrame  = reg.RDI // the variables
	lexSource = reg.RSI // the chunk at hand
	lexChunks = reg.RDX // how many are to come
	lexOut    = reg.RCX // where tokens go
	lexLimit  = reg.RBX // where to stop
	lexString = reg.R8  // 1 if the chunk begins in a string
	lexThis   = reg.R11 // variables of the chunk at hand
	lexOther  = reg.R12 // and of the one before it, and the one after it
	lexLast   = reg.R13 // the chunk before
	lexNext   = reg.R15 // the chunk after it
	lexMarks  = reg.R14 // where the marks of the chunk at hand go
)

var lexBases = map[string]reg.GPPhysical{
	inFrame: lexFrame, ofThis: lexThis, ofOther: lexOther, "source": lexSource, "last": lexLast, "next": lexNext, "marks": lexMarks,
}

func lexJSON(p amd64Planes) {
	m, size := p.machine(), p.planeBytes()
	c := m.ctx()
	chunk := 8 * size
	function(m, "lexJSON",
		"func(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool)",
		"lexJSON"+m.name()+" writes the tokens of up to so many chunks of its size, the last of which is",
		"at final, to tokens, until there are no more chunks or the tokens reach the limit. From there on two chunks and 63",
		"bytes must be writable. The marks of each chunk are written so many bytes behind those of the",
		"one before. It returns how many chunks are left, the end of the tokens, and whether there was",
		"no error yet.")
	c.Load(c.Param("vars"), lexFrame)
	c.Load(c.Param("src"), lexSource)
	c.Load(c.Param("chunks"), lexChunks)
	c.Load(c.Param("tokens"), lexOut)
	c.Load(c.Param("limit"), lexLimit)
	c.Load(c.Param("marks"), lexMarks)

	f := &frame{planeBytes: size, mostLasting: 32}
	errors, inString := f.variable(), f.variable()
	l := newLexer(p, f)
	l.records, l.pairs = f.variable(), f.variable()
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
	// last one are written: else each would wait for the one before.
	c.CMPQ(lexChunks, operand.U8(1))
	c.CMOVQEQ(paramOf(m, "final"), lexSource)
	l.bytes(source{"source", 0}, ofThis)
	c.Label("chunk")
	c.CMPQ(lexChunks, operand.U8(1))
	c.JE(operand.LabelRef("compress"))
	c.LEAQ(operand.Mem{Base: lexSource, Disp: chunk}, lexNext)
	c.CMPQ(lexChunks, operand.U8(2))
	c.CMOVQEQ(paramOf(m, "final"), lexNext)
	l.bytes(source{"next", 0}, ofOther)
	c.Label("compress")
	p.compress(nil, source{"last", 0}, tokensOfLast, lexOut)
	l.rules()
	c.MOVQ(lexSource, lexLast)
	c.MOVQ(lexNext, lexSource)
	c.ADDQ(paramOf(m, "stride"), lexMarks)
	c.XCHGQ(lexThis, lexOther)
	c.DECQ(lexChunks)
	c.JE(operand.LabelRef("stop"))
	c.CMPQ(lexOut, lexLimit)
	c.JB(operand.LabelRef("chunk"))

	c.Label("stop")
	p.compress(nil, source{"last", 0}, tokensOfLast, lexOut)
	p.storeErrors(errors)
	p.setIfNoErrors(resultOf(m, "ok"))
	c.MOVQ(lexString, operand.Mem{Base: lexFrame, Disp: inString.offset})
	c.Store(lexChunks, c.Return("chunksLeft"))
	c.Store(lexOut, c.Return("end"))
	ret(m)
	define("lexVariables"+m.name(), f.size())
	define("lexLasting"+m.name(), f.lasting)
	define("lexRecords"+m.name(), l.records.offset)
	define("lexPairs"+m.name(), l.pairs.offset)
}

func paramOf(m machine, name string) operand.Mem {
	address, err := m.ctx().Param(name).Resolve()
	must(err)
	return address.Addr
}

func resultOf(m machine, name string) operand.Mem {
	address, err := m.ctx().Return(name).Resolve()
	must(err)
	return address.Addr
}

// bytes computes the planes of the bytes there, for the half of the variables.
func (l *lexer) bytes(from source, half string) {
	k := l.block()
	for i, plane := range k.transpose(from) {
		k.store(plane, &variable{half, l.bits[i].offset})
	}
	k.emit()
}
