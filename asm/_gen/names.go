package main

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/operand"
)

const (
	nameWindow = 32  // bytes before the closing quotation mark, the opening one among them
	keysAtOnce = 4   // that make a vector
	namesApart = 128 // names from which on an object is not for the kernel
)

// nameTurns is by how much each word of the window is turned to the left for the key.
var nameTurns = []uint64{51, 34, 17, 0}

// addNames emits the walk over names by their marks, see MarkNames. It keeps to what is usual:
// names of 30 bytes at most, without escapes, in objects with not too many members. Their keys are
// compared with those that are there, a vector at a time; the last vector of them is in a register,
// since a load of several words would wait for those that have just been stored.
func addNames(m machine) {
	function(m, "addNames",
		"func(src []byte, marks []uint32, from int, spans *Span, keys *uint64, count, kept int, firsts *int, depth, deepest int) (walked, newCount, newDepth int)",
		"addNames"+m.name()+" is addSomeGeneric as a function of what is in Names. There are firsts up to that of the object",
		"at depth, and there is memory up to deepest.")
	c := m.ctx()
	src, mark, limit := c.GP64(), c.GP64(), c.GP64()
	spans, keys, count := c.GP64(), c.GP64(), c.GP64()
	first, top, t := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("src").Base(), src)
	c.Load(c.Param("marks").Base(), mark)
	c.Load(c.Param("marks").Len(), limit)
	c.LEAQ(operand.Mem{Base: mark, Index: limit, Scale: 4}, limit)
	c.Load(c.Param("spans"), spans)
	c.Load(c.Param("keys"), keys)
	c.Load(c.Param("count"), count)
	c.Load(c.Param("firsts"), top)
	c.Load(c.Param("depth"), t)
	c.LEAQ(operand.Mem{Base: top, Index: t, Scale: 8}, top)
	c.MOVQ(at(top, 0), first)
	quotes, backslashes, turnsLeft, turnsRight := c.YMM(), c.YMM(), c.YMM(), c.YMM()
	c.VPBROADCASTQ(m.data("quote", eightTimes('"')), quotes)
	c.VPBROADCASTQ(m.data("backslash", eightTimes('\\')), backslashes)
	c.VMOVDQU(m.data("turnsLeft", quadwords(nameTurns...)), turnsLeft)
	c.VMOVDQU(m.data("turnsRight", quadwords(64-nameTurns[0], 64-nameTurns[1], 64-nameTurns[2], 64-nameTurns[3])), turnsRight)
	tails, oneWord := c.GP64(), c.GP64()
	c.LEAQ(m.data("tails", append(repeat(0, nameWindow), repeat(0xFF, nameWindow)...)), tails)
	const ones = ^uint64(0)
	c.LEAQ(m.data("oneWord", quadwords(ones, 0, 0, 0, 0, ones, 0, 0, 0, 0, ones, 0, 0, 0, 0, ones)), oneWord)
	last := c.YMM() // keys of the innermost object, after those that fill vectors
	members := c.GP64()
	loadLast := func() {
		c.MOVQ(count, members)
		c.SUBQ(first, members)
		c.ANDQ(operand.I8(-keysAtOnce), members)
		c.ADDQ(first, members)
		c.VMOVDQU(operand.Mem{Base: keys, Index: members, Scale: 8}, last)
	}
	loadLast()

	position, char := c.GP64(), c.GP64()
	c.Label("mark")
	c.CMPQ(mark, limit)
	c.JE(operand.LabelRef("end"))
	c.MOVL(at(mark, 0), position.As32())
	c.MOVBLZX(operand.Mem{Base: src, Index: position, Scale: 1}, char.As32())
	c.CMPB(char.As8(), operand.U8(':'))
	c.JNE(operand.LabelRef("brace"))

	// The name begins behind the last quotation mark in the window.
	c.LEAQ(operand.Mem{Base: position, Disp: -1 - nameWindow}, t)
	c.CMPQ(t, paramOf(m, "from"))
	c.JLT(operand.LabelRef("end"))
	c.CMPB(operand.Mem{Base: src, Index: position, Scale: 1, Disp: -1}, operand.U8('"'))
	c.JNE(operand.LabelRef("end"))
	x, found, mask, slashes := c.YMM(), c.YMM(), c.GP64(), c.GP64()
	c.VMOVDQU(operand.Mem{Base: src, Index: t, Scale: 1}, x)
	c.VPCMPEQB(x, quotes, found)
	c.VPMOVMSKB(found, mask.As32())
	c.VPCMPEQB(x, backslashes, found)
	c.VPMOVMSKB(found, slashes.As32())
	size, before := c.GP64(), c.GP64() // of the name, and where the byte before its quotation mark is in the window
	c.LZCNTL(mask.As32(), size.As32())
	c.MOVL(operand.U32(nameWindow-2), before.As32())
	c.SUBL(size.As32(), before.As32())
	c.JB(operand.LabelRef("end"))
	c.SHRXL(before.As32(), slashes.As32(), slashes.As32())
	c.TESTL(slashes.As32(), slashes.As32())
	c.JNE(operand.LabelRef("end"))

	turned, high, key := c.YMM(), c.XMM(), c.YMM()
	c.VPAND(operand.Mem{Base: tails, Index: size, Scale: 1}, x, x)
	c.VPSRLVQ(turnsRight, x, turned)
	c.VPSLLVQ(turnsLeft, x, x)
	c.VPOR(turned, x, x)
	c.VEXTRACTI128(operand.U8(1), x, high)
	c.VPXOR(high, x.AsX(), x.AsX())
	c.VPSHUFD(operand.U8(0x4E), x.AsX(), high)
	c.VPXOR(high, x.AsX(), x.AsX())
	c.VPBROADCASTQ(x.AsX(), key)

	same, equal, other := c.YMM(), c.GP64(), c.GP64()
	c.MOVQ(count, members)
	c.SUBQ(first, members)
	c.CMPQ(members, operand.U8(keysAtOnce))
	c.JAE(operand.LabelRef("many"))
	c.Label("few")
	c.VPCMPEQQ(last, key, same)
	c.VMOVMSKPD(same, equal.As32())
	c.BZHIL(members.As32(), equal.As32(), equal.As32())
	c.JNE(operand.LabelRef("end"))
	c.SHLQ(operand.U8(5), members)
	c.VMOVDQU(operand.Mem{Base: oneWord, Index: members, Scale: 1}, same)
	c.VPBLENDVB(same, key, last, last)

	c.VMOVQ(x.AsX(), operand.Mem{Base: keys, Index: count, Scale: 8})
	c.LEAQ(operand.Mem{Base: t, Index: before, Scale: 1, Disp: 1}, t)
	span := c.GP64()
	c.MOVQ(count, span)
	c.SHLQ(operand.U8(4), span)
	c.MOVQ(t, operand.Mem{Base: spans, Index: span, Scale: 1})
	c.MOVQ(position, operand.Mem{Base: spans, Index: span, Scale: 1, Disp: 8})
	c.INCQ(count)
	c.ADDQ(operand.U8(4), mark)
	c.JMP(operand.LabelRef("mark"))

	c.Label("many")
	c.CMPQ(members, operand.U32(namesApart-1))
	c.JAE(operand.LabelRef("end"))
	c.LEAQ(operand.Mem{Base: keys, Index: first, Scale: 8}, other)
	c.Label("vector")
	c.VPCMPEQQ(at(other, 0), key, same)
	c.VPTEST(same, same)
	c.JNE(operand.LabelRef("end"))
	c.ADDQ(operand.U8(8*keysAtOnce), other)
	c.SUBQ(operand.U8(keysAtOnce), members)
	c.CMPQ(members, operand.U8(keysAtOnce))
	c.JAE(operand.LabelRef("vector"))
	c.JMP(operand.LabelRef("few"))

	c.Label("brace")
	c.CMPB(char.As8(), operand.U8('{'))
	c.JNE(operand.LabelRef("closing"))
	c.MOVQ(paramOf(m, "firsts"), t)
	c.MOVQ(paramOf(m, "deepest"), other)
	c.LEAQ(operand.Mem{Base: t, Index: other, Scale: 8}, t)
	c.CMPQ(top, t)
	c.JAE(operand.LabelRef("end"))
	c.ADDQ(operand.U8(8), top)
	c.MOVQ(count, first)
	c.MOVQ(first, at(top, 0))
	c.ADDQ(operand.U8(4), mark)
	c.JMP(operand.LabelRef("mark"))

	c.Label("closing")
	c.CMPQ(top, paramOf(m, "firsts"))
	c.JE(operand.LabelRef("end"))
	c.CMPQ(first, paramOf(m, "kept"))
	c.JLT(operand.LabelRef("end"))
	c.MOVQ(count, members)
	c.SUBQ(first, members)
	c.CMPQ(members, operand.U32(namesApart))
	c.JAE(operand.LabelRef("end"))
	c.MOVQ(first, count)
	c.SUBQ(operand.U8(8), top)
	c.MOVQ(at(top, 0), first)
	loadLast()
	c.ADDQ(operand.U8(4), mark)
	c.JMP(operand.LabelRef("mark"))

	c.Label("end")
	c.SUBQ(address(c.Param("marks").Base()), mark)
	c.SHRQ(operand.U8(2), mark)
	c.Store(mark, c.Return("walked"))
	c.Store(count, c.Return("newCount"))
	c.SUBQ(paramOf(m, "firsts"), top)
	c.SHRQ(operand.U8(3), top)
	c.Store(top, c.Return("newDepth"))
	ret(m)
}

func quadwords(w ...uint64) (b []byte) {
	for _, x := range w {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}
