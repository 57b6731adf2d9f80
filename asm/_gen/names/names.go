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
	nameWindow = 32  // number of bytes examined before the closing quotation mark; the opening quotation mark must be among them
	keysAtOnce = 4   // number of keys in a vector
	namesApart = 128 // the kernel handles only objects with fewer names than this
)

// AddNames emits the kernel that walks over the marks of names; see asm/names.Names.AddNames. It
// handles the usual case: names of at most 30 bytes, without escapes, in objects with a moderate
// number of members. The keys of these names are compared with those of earlier names, one vector
// at a time. The last vector of keys is kept in a register, because a load of the vector would wait
// for the words that have just been stored.
func AddNames(m isa.Machine) {
	isa.Function(m, "addNames",
		"func(src []byte, marks []uint32, spans *Span, keys *uint64, count, kept int, firsts *int, depth, deepest int) (walked, newCount, newDepth int)",
		"addNames"+m.Name()+" is addSomeGeneric for at least one mark, with the contents of Names as parameters. firsts",
		"has elements up to index depth, and room up to index deepest. At least 34 bytes of src before each",
		"colon must be readable.")
	n := nameWalk{m: m, c: m.Ctx()}
	n.load()
	n.loadConstants()
	c := n.c

	c.Label("mark")
	c.MOVL(operand.Mem{Base: n.marksEnd, Index: n.mark, Scale: 4}, n.position.As32())
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1}, operand.U8(':'))
	c.JNE(operand.LabelRef("brace"))
	n.name()
	c.Label("next")
	c.INCQ(n.mark)
	c.JNE(operand.LabelRef("mark"))
	n.end()

	c.Label("many")
	n.compareMany()
	c.Label("space")
	n.passSpace()
	c.Label("brace")
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1}, operand.U8('{'))
	c.JNE(operand.LabelRef("closing"))
	n.open()
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
	mark           reg.GPVirtual // index of the current mark, relative to marksEnd and so negative
	position       reg.GPVirtual // position of the marked byte
	keys           reg.GPVirtual
	span           reg.GPVirtual  // where the span of the next name is stored
	count, members reg.GPVirtual  // number of all names; number of names in the innermost object
	top            reg.GPVirtual  // address of the element of Names.Firsts for the innermost object
	last           reg.VecVirtual // the keys of the innermost object after its last full vector of keys
	key, same      reg.VecVirtual // the key of the current name; a mask of the keys that are equal to it
	t              reg.GPVirtual

	quotes, backslashes, halves reg.VecVirtual
	tails, oneWord              reg.GPVirtual
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
	n.quotes, n.backslashes, n.halves = c.YMM(), c.YMM(), c.YMM()
	n.tails, n.oneWord = c.GP64(), c.GP64()
	quotes := isa.Repeat('"', nameWindow)
	quotes[0] = 0 // a quotation mark in the first byte must not be found, because the byte before it is not known; valid text has no NUL, so nothing matches this 0
	c.VMOVDQU(m.Data("quotes", quotes), n.quotes)
	c.VPBROADCASTQ(m.Data("backslash", isa.EightTimes('\\')), n.backslashes)
	c.VMOVDQU(m.Data("halves", []byte{13, 14, 15, 8, 9, 10, 11, 12, 0, 1, 2, 3, 4, 5, 6, 7}), n.halves.AsX())
	c.LEAQ(m.Data("tails", append(isa.Repeat(0, nameWindow), isa.Repeat(0xFF, nameWindow)...)), n.tails)
	const ones = ^uint64(0)
	c.LEAQ(m.Data("oneWord", quadwords(ones, 0, 0, 0, 0, ones, 0, 0, 0, 0, ones, 0, 0, 0, 0, ones)), n.oneWord)
}

// name emits the code that adds the name before the colon.
func (n *nameWalk) name() {
	const unused = 64 - nameWindow // bits of masks
	c := n.c
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1}, operand.U8('"'))
	c.JNE(operand.LabelRef("space"))
	c.Label("closed")
	x, found, quotes, slashes, size := c.YMM(), c.YMM(), c.GP64(), c.GP64(), c.GP64() // size is the length of the name plus the constant unused
	c.VMOVDQU(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1 - nameWindow}, x)
	c.VPCMPEQB(x, n.quotes, found)
	c.VPMOVMSKB(found, quotes.As32())
	c.VPCMPEQB(x, n.backslashes, found)
	c.VPMOVMSKB(found, slashes.As32())

	// The name begins after the last quotation mark, if there is one. There must be no backslash
	// within the name or just before that quotation mark.
	c.LZCNTQ(quotes, size)
	c.ADDQ(slashes, slashes)
	c.LZCNTQ(slashes, slashes)
	c.CMPQ(slashes, size)
	c.JBE(operand.LabelRef("end"))

	// The key is computed as in nameKey.
	high, key, same, equal := c.XMM(), c.YMM(), c.YMM(), c.GP64()
	c.VPAND(operand.Mem{Base: n.tails, Index: size, Scale: 1, Disp: -unused}, x, x)
	c.VEXTRACTI128(operand.U8(1), x, high)
	c.VPSUBQ(x.AsX(), high, high)
	c.VPSHUFB(n.halves.AsX(), high, x.AsX())
	c.VPXOR(high, x.AsX(), x.AsX())
	c.VPBROADCASTQ(x.AsX(), key)

	c.MOVQ(n.members, n.t)
	c.CMPQ(n.members, operand.U8(keysAtOnce))
	c.JAE(operand.LabelRef("many"))
	c.Label("few")
	c.VPCMPEQQ(n.last, key, same)
	c.VMOVMSKPD(same, equal.As32())
	c.BZHIL(n.t.As32(), equal.As32(), equal.As32())
	c.JNE(operand.LabelRef("end"))

	// All keys of the vector are stored at once, because later loads of the vector are then faster.
	first := equal
	c.MOVQ(n.count, first)
	c.SUBQ(n.t, first)
	c.SHLQ(operand.U8(5), n.t)
	c.VMOVDQU(operand.Mem{Base: n.oneWord, Index: n.t, Scale: 1}, same)
	c.VPBLENDVB(same, key, n.last, n.last)
	c.VMOVDQU(n.last, operand.Mem{Base: n.keys, Index: first, Scale: 8})
	c.MOVQ(n.position, isa.At(n.span, 8))
	c.SUBQ(size, n.position)
	c.ADDQ(operand.U8(unused-2), n.position)
	c.MOVQ(n.position, isa.At(n.span, 0))
	c.ADDQ(operand.U8(16), n.span)
	c.INCQ(n.count)
	c.INCQ(n.members)
	n.key, n.same = key, same
}

// passSpace skips a space before the colon, which many encoders write.
func (n *nameWalk) passSpace() {
	c := n.c
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1}, operand.U8(' '))
	c.JNE(operand.LabelRef("end"))
	c.DECQ(n.position)
	c.CMPB(operand.Mem{Base: n.src, Index: n.position, Scale: 1, Disp: -1}, operand.U8('"'))
	c.JE(operand.LabelRef("closed"))
	c.JMP(operand.LabelRef("end"))
}

// compareMany compares the key with all keys before the last vector.
func (n *nameWalk) compareMany() {
	c, other := n.c, n.c.GP64()
	c.CMPQ(n.members, operand.U32(namesApart-1))
	c.JAE(operand.LabelRef("end"))
	c.MOVQ(isa.At(n.top, 0), other)
	c.LEAQ(operand.Mem{Base: n.keys, Index: other, Scale: 8}, other)
	c.Label("vector")
	c.VPCMPEQQ(isa.At(other, 0), n.key, n.same)
	c.VPTEST(n.same, n.same)
	c.JNE(operand.LabelRef("end"))
	c.ADDQ(operand.U8(8*keysAtOnce), other)
	c.SUBQ(operand.U8(keysAtOnce), n.t)
	c.CMPQ(n.t, operand.U8(keysAtOnce))
	c.JAE(operand.LabelRef("vector"))
	c.JMP(operand.LabelRef("few"))
}

func (n *nameWalk) open() {
	c, deepest := n.c, n.c.GP64()
	c.MOVQ(isa.ParamOf(n.m, "firsts"), n.t)
	c.MOVQ(isa.ParamOf(n.m, "deepest"), deepest)
	c.LEAQ(operand.Mem{Base: n.t, Index: deepest, Scale: 8}, n.t)
	c.CMPQ(n.top, n.t)
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
