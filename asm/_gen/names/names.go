// Package names emits the kernel of asm/names.
package names

import (
	"encoding/binary"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	blockSize  = 32  // number of bytes of a name that are examined at a time, beginning with the last ones
	keysAtOnce = 4   // number of keys in a vector
	namesApart = 128 // the kernel does not compare the names of objects with this many names or more
)

// AddNames emits the kernel that walks over the marks of names; see asm/names.Names.AddNames. It
// handles names of a few blocks without escapes. In a small object, the key of a name is compared
// with those of earlier names, one vector at a time. The last vector of keys is kept in a register,
// because a load of the vector would wait for the words that have just been stored.
func AddNames(m isa.Machine) {
	isa.Function(m, "addNames", signature,
		"addNames"+m.Name()+" is addSomeGeneric for at least one mark, with the contents of Names as parameters. It",
		"examines a block of text, and one more byte, before the end of each name and possibly before",
		"shorter parts of it, if that end is at least the given one; the first colon must not be before",
		"src[least]. firsts has elements up to index depth, and room up to deepest. seeds are those",
		"of the last block of a name, and lastSeeds those of the block that is farthest from its end.")
	addNames(m, false)
}

// AddFoldedNames emits the kernel for the forms of names other than Exact; see asm/names.Form. It differs from
// AddNames only in [nameWalk.fold].
func AddFoldedNames(m isa.Machine) {
	isa.Function(m, "addFoldedNames", "func("+parameters+", offset uint64)"+results,
		"addFoldedNames"+m.Name()+" is addNames"+m.Name()+" for other forms than Exact. Each byte of offset is subtracted from a",
		"small letter.")
	addNames(m, true)
}

const (
	parameters = "src []byte, marks []uint32, least int, spans *Span, keys *uint64, count, kept int, firsts *int, depth int, deepest *int, seeds, lastSeeds *uint64"
	results    = " (walked, newCount, newDepth int)"
	signature  = "func(" + parameters + ")" + results
)

func addNames(m isa.Machine, folds bool) {
	n := nameWalk{m: m, c: m.Ctx(), folds: folds}
	n.load()
	n.loadConstants()
	c := n.c

	c.Label("mark")
	c.MOVL(operand.Mem{Base: n.marksEnd, Index: n.mark, Scale: 4}, n.position.As32())
	c.MOVWLZX(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1}, n.t.As32())
	c.CMPL(n.t.As32(), operand.U32('"'|':'<<8))
	c.JNE(operand.LabelRef("other"))
	n.name()
	c.Label("next")
	c.INCQ(n.mark)
	c.JNE(operand.LabelRef("mark"))
	n.end()

	c.Label("many")
	n.compareMany()
	c.Label("long")
	n.long()
	c.Label("other")
	c.SHRL(operand.U8(8), n.t.As32())
	c.CMPL(n.t.As32(), operand.U8('{'))
	c.JE(operand.LabelRef("opening"))
	c.CMPL(n.t.As32(), operand.U8('}'))
	c.JE(operand.LabelRef("closing"))
	c.Label("space")
	n.passSpace()
	c.Label("opening")
	n.open()
	c.JMP(operand.LabelRef("next"))
	c.Label("empty")
	c.INCQ(n.mark)
	c.JMP(operand.LabelRef("next"))
	c.Label("closing")
	n.close()
	c.JMP(operand.LabelRef("next"))
}

// nameWalk holds the registers of the walk.
type nameWalk struct {
	m isa.Machine
	c *build.Context

	src, marksEnd  reg.GPVirtual
	mark           reg.GPVirtual // index of the current mark, relative to marksEnd and therefore negative
	position       reg.GPVirtual // position of the marked byte
	keys           reg.GPVirtual
	span           reg.GPVirtual  // where the span of the next name is stored
	count, members reg.GPVirtual  // number of all names; number of names in the innermost object
	top            reg.GPVirtual  // address of the element of Names.Firsts for the innermost object
	last           reg.VecVirtual // the keys of the innermost object after its last full vector of keys
	key, same      reg.VecVirtual // the key of the current name; a mask of the keys that are equal to it
	t              reg.GPVirtual

	text, sums       reg.VecVirtual // a block of the name; the sums that are added up to the key
	found            reg.VecVirtual
	inBlock, slashes reg.GPVirtual // length of the part of the name in the block, plus the constant unused; a mask of the backslashes
	quote, backslash reg.VecVirtual
	seeds            reg.VecVirtual // the seeds for the last block of a name
	tails, oneWord   reg.GPVirtual

	folds                      bool           // names may have another form than Exact
	toLargest, beforeA, offset reg.VecVirtual // if folds is set; see fold
}

func (n *nameWalk) load() {
	c := n.c
	n.src, n.marksEnd, n.mark, n.position, n.keys = c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP64()
	n.span, n.count, n.members, n.top, n.t = c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP64()
	n.last = c.YMM()
	c.Load(c.Param("src").Base(), n.src)
	c.Load(c.Param("marks").Base(), n.marksEnd)
	c.Load(c.Param("marks").Len(), n.mark)
	c.LEAQ(operand.Mem{Base: n.marksEnd, Index: n.mark, Scale: 4}, n.marksEnd)
	c.NEGQ(n.mark)
	c.Load(c.Param("keys"), n.keys)
	c.Load(c.Param("count"), n.count)
	c.Load(c.Param("firsts"), n.top)
	c.Load(c.Param("depth"), n.t)
	c.LEAQ(operand.Mem{Base: n.top, Index: n.t, Scale: 8}, n.top)
	n.resume()
}

// resume sets the registers for the object that top stands for.
func (n *nameWalk) resume() {
	c := n.c
	c.MOVQ(n.count, n.span)
	c.SHLQ(operand.U8(4), n.span)
	c.ADDQ(isa.ParamOf(n.m, "spans"), n.span)
	c.MOVQ(n.count, n.members)
	c.SUBQ(isa.At(n.top, 0), n.members)
	c.MOVQ(n.members, n.t)
	c.ANDQ(operand.I8(-keysAtOnce), n.t)
	c.ADDQ(isa.At(n.top, 0), n.t)
	c.VMOVDQU(operand.Mem{Base: n.keys, Index: n.t, Scale: 8}, n.last)
}

func (n *nameWalk) loadConstants() {
	c, m := n.c, n.m
	n.quote, n.backslash, n.seeds = c.YMM(), c.YMM(), c.YMM()
	n.text, n.sums, n.found = c.YMM(), c.YMM(), c.YMM()
	n.inBlock, n.slashes = c.GP64(), c.GP64()
	n.tails, n.oneWord = c.GP64(), c.GP64()
	c.VPBROADCASTQ(m.Data("quote", isa.EightTimes('"')), n.quote)
	c.VPBROADCASTQ(m.Data("backslash", isa.EightTimes('\\')), n.backslash)
	c.Load(c.Param("seeds"), n.t)
	c.VMOVDQU(isa.At(n.t, 0), n.seeds)
	c.LEAQ(m.Data("tails", append(isa.Repeat(0, blockSize), isa.Repeat(0xFF, blockSize)...)), n.tails)
	if n.folds {
		n.toLargest, n.beforeA, n.offset = c.YMM(), c.YMM(), c.YMM()
		c.VPBROADCASTQ(m.Data("toLargest", isa.EightTimes(largest-'z')), n.toLargest)
		c.VPBROADCASTQ(m.Data("beforeA", isa.EightTimes(largest-26)), n.beforeA)
		c.VPBROADCASTQ(isa.ParamOf(m, "offset"), n.offset)
	}
	const ones = ^uint64(0)
	c.LEAQ(m.Data("oneWord", quadwords(ones, 0, 0, 0, 0, ones, 0, 0, 0, 0, ones, 0, 0, 0, 0, ones)), n.oneWord)
}

const unused = 64 - blockSize // bits of masks

// name emits the code that adds the name before the colon.
func (n *nameWalk) name() {
	c := n.c
	c.Label("closed")
	c.MOVQ(n.position, isa.At(n.span, 8))
	n.loadBlock()
	c.JBE(operand.LabelRef("long"))
	n.cut()
	n.multiply(n.seeds, n.sums)
	c.Label("whole")
	key, other := c.YMM(), c.YMM()
	const swapHalves = 0x4E
	c.VPERMQ(operand.U8(swapHalves), n.sums, other)
	c.VPADDQ(n.sums, other, other)
	c.VPSHUFD(operand.U8(swapHalves), other, key)
	c.VPADDQ(other, key, key) // four times

	same, equal := c.YMM(), c.GP64()
	c.MOVQ(n.members, n.t)
	c.CMPQ(n.members, operand.U8(keysAtOnce))
	c.JAE(operand.LabelRef("many"))
	c.Label("few")
	c.VPCMPEQQ(n.last, key, same)
	c.VMOVMSKPD(same, equal.As32())
	c.BZHIL(n.t.As32(), equal.As32(), equal.As32())
	c.JNE(operand.LabelRef("end"))

	// All keys of the vector are stored at once, because later loads of the vector are then faster.
	c.Label("store")
	first := equal
	c.MOVQ(n.count, first)
	c.SUBQ(n.t, first)
	c.SHLQ(operand.U8(5), n.t)
	c.VMOVDQU(operand.Mem{Base: n.oneWord, Index: n.t, Scale: 1}, same)
	c.VPBLENDVB(same, key, n.last, n.last)
	c.VMOVDQU(n.last, operand.Mem{Base: n.keys, Index: first, Scale: 8})
	c.SUBQ(n.inBlock, n.position)
	c.ADDQ(operand.U8(unused-2), n.position)
	c.MOVQ(n.position, isa.At(n.span, 0))
	c.ADDQ(operand.U8(16), n.span)
	c.INCQ(n.count)
	c.INCQ(n.members)
	n.key, n.same = key, same
}

// loadBlock loads the block that ends at the end of the name, or at the end of the part of the name
// that has not been examined yet. It then compares the position of the last quotation mark in the
// block with the position of the last byte in the block that follows a backslash. If the quotation
// mark comes later, the result is "above": the name begins after the quotation mark and has no
// escapes.
func (n *nameWalk) loadBlock() {
	c := n.c
	c.VMOVDQU(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1 - blockSize}, n.text)
	c.VPCMPEQB(n.text, n.quote, n.found)
	c.VPMOVMSKB(n.found, n.inBlock.As32())
	c.VPCMPEQB(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -2 - blockSize}, n.backslash, n.found)
	c.VPMOVMSKB(n.found, n.slashes.As32())
	c.LZCNTQ(n.inBlock, n.inBlock)
	c.LZCNTQ(n.slashes, n.slashes)
	c.CMPQ(n.slashes, n.inBlock)
}

// cut clears the bytes of the block before the name.
func (n *nameWalk) cut() {
	n.c.VPAND(operand.Mem{Base: n.tails, Index: n.inBlock, Scale: 1, Disp: -unused}, n.text, n.text)
}

const largest = 0x7F // signed byte

// fold subtracts the offset from the small letters of the block. It goes to "end" if the block has a byte outside ASCII. The
// number toLargest moves the letter z to the largest signed byte, so that a single comparison finds all small letters.
func (n *nameWalk) fold() {
	c := n.c
	c.VPMOVMSKB(n.text, n.slashes.As32())
	c.TESTL(n.slashes.As32(), n.slashes.As32())
	c.JNE(operand.LabelRef("end"))
	c.VPADDB(n.toLargest, n.text, n.found)
	c.VPCMPGTB(n.beforeA, n.found, n.found)
	c.VPAND(n.offset, n.found, n.found)
	c.VPSUBB(n.found, n.text, n.text)
}

// multiply computes the products of the block that are added up in the key; see product in asm/names. It changes text and found.
func (n *nameWalk) multiply(seeds operand.Op, products reg.VecVirtual) {
	c := n.c
	if n.folds {
		n.fold()
	}
	c.VPADDD(seeds, n.text, n.text)
	c.VPSRLQ(operand.U8(32), n.text, products)
	c.VPMULUDQ(n.text, products, products)
}

// long examines a name that is longer than a block, one block at a time, if no backslash has been
// found so far.
func (n *nameWalk) long() {
	c := n.c
	products := n.found
	c.CMPQ(n.slashes, operand.U8(64))
	c.JNE(operand.LabelRef("end"))
	n.multiply(n.seeds, n.sums)
	c.Load(c.Param("seeds"), n.t)
	c.Label("block")
	c.CMPQ(n.t, isa.ParamOf(n.m, "lastSeeds"))
	c.JE(operand.LabelRef("end"))
	c.ADDQ(operand.U8(blockSize), n.t)
	c.SUBQ(operand.U8(blockSize), n.position)
	c.CMPQ(n.position, isa.ParamOf(n.m, "least"))
	c.JL(operand.LabelRef("end"))
	n.loadBlock()
	c.JA(operand.LabelRef("begin"))
	c.CMPQ(n.slashes, operand.U8(64))
	c.JNE(operand.LabelRef("end"))
	n.multiply(isa.At(n.t, 0), products)
	c.VPADDQ(products, n.sums, n.sums)
	c.JMP(operand.LabelRef("block"))
	c.Label("begin")
	n.cut()
	n.multiply(isa.At(n.t, 0), products)
	c.VPADDQ(products, n.sums, n.sums)
	c.JMP(operand.LabelRef("whole"))
}

// passSpace skips white space before the colon.
func (n *nameWalk) passSpace() {
	c := n.c
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1}, operand.U8(' '))
	c.JA(operand.LabelRef("end"))
	c.DECQ(n.position)
	c.CMPQ(n.position, isa.ParamOf(n.m, "least"))
	c.JL(operand.LabelRef("end"))
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1}, operand.U8('"'))
	c.JE(operand.LabelRef("closed"))
	c.JMP(operand.LabelRef("space"))
}

// compareMany compares the key with all keys before the last vector. In an object with a table, it
// compares nothing.
func (n *nameWalk) compareMany() {
	c, other := n.c, n.c.GP64()
	c.CMPQ(n.members, operand.U32(namesApart-1))
	c.JE(operand.LabelRef("end"))
	c.JA(operand.LabelRef("unchecked"))
	c.MOVQ(isa.At(n.top, 0), other)
	c.LEAQ(operand.Mem{Base: n.keys, Index: other, Scale: 8}, other)
	c.SUBQ(operand.U8(2*keysAtOnce), n.t)
	c.JB(operand.LabelRef("one"))
	more := c.YMM()
	c.Label("two")
	c.VPCMPEQQ(isa.At(other, 0), n.key, n.same)
	c.VPCMPEQQ(isa.At(other, 8*keysAtOnce), n.key, more)
	c.VPOR(more, n.same, n.same)
	c.VPTEST(n.same, n.same)
	c.JNE(operand.LabelRef("end"))
	c.ADDQ(operand.U8(2*8*keysAtOnce), other)
	c.SUBQ(operand.U8(2*keysAtOnce), n.t)
	c.JAE(operand.LabelRef("two"))
	c.Label("one")
	c.ADDQ(operand.I8(2*keysAtOnce), n.t)
	c.CMPQ(n.t, operand.U8(keysAtOnce))
	c.JB(operand.LabelRef("few"))
	c.VPCMPEQQ(isa.At(other, 0), n.key, n.same)
	c.VPTEST(n.same, n.same)
	c.JNE(operand.LabelRef("end"))
	c.SUBQ(operand.U8(keysAtOnce), n.t)
	c.JMP(operand.LabelRef("few"))
	c.Label("unchecked")
	c.ANDQ(operand.I8(keysAtOnce-1), n.t)
	c.JMP(operand.LabelRef("store"))
}

// open starts an object. An empty object ends at the next mark, so nothing is stored for it.
func (n *nameWalk) open() {
	c := n.c
	c.CMPQ(n.mark, operand.I8(-1))
	c.JE(operand.LabelRef("filled"))
	c.MOVL(operand.Mem{Base: n.marksEnd, Index: n.mark, Scale: 4, Disp: 4}, n.t.As32())
	c.CMPB(operand.Mem{Base: n.src, Index: n.t, Scale: 1}, operand.U8('}'))
	c.JE(operand.LabelRef("empty"))
	c.Label("filled")
	c.CMPQ(n.top, isa.ParamOf(n.m, "deepest"))
	c.JAE(operand.LabelRef("end"))
	c.ADDQ(operand.U8(8), n.top)
	c.MOVQ(n.count, isa.At(n.top, 0))
	c.XORL(n.members.As32(), n.members.As32())
}

func (n *nameWalk) close() {
	c := n.c
	c.CMPQ(n.top, isa.ParamOf(n.m, "firsts"))
	c.JE(operand.LabelRef("end"))
	c.MOVQ(isa.At(n.top, 0), n.t)
	c.CMPQ(n.t, isa.ParamOf(n.m, "kept"))
	c.JLT(operand.LabelRef("end"))
	c.CMPQ(n.members, operand.U32(namesApart))
	c.JAE(operand.LabelRef("end"))
	c.MOVQ(n.t, n.count)
	c.SUBQ(operand.U8(8), n.top)
	n.resume()
}

func (n *nameWalk) end() {
	c := n.c
	c.Label("end")
	c.ADDQ(isa.Address(c.Param("marks").Len()), n.mark)
	c.Store(n.mark, c.Return("walked"))
	c.Store(n.count, c.Return("newCount"))
	c.SUBQ(isa.ParamOf(n.m, "firsts"), n.top)
	c.SHRQ(operand.U8(3), n.top)
	c.Store(n.top, c.Return("newDepth"))
	isa.Ret(n.m)
}

func quadwords(w ...uint64) (b []byte) {
	for _, x := range w {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}
