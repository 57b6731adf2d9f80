package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (m *quote2) quoteShort(q *quoter) {
	q.Zero(q.errors)
	q.Zero(q.previous)
	m.C.JMP(operand.LabelRef("rest"))
}

// loadRest pads the block with plain characters. They come from a table that has zeros first, and
// then plain characters.
func (m *quote2) loadRest(q *quoter) {
	c := m.C
	c.CMPQ(q.n, operand.U8(shortUnit))
	c.JBE(operand.LabelRef("loadWord"))
	c.CMPQ(q.n, operand.U8(m.Width()))
	c.JE(operand.LabelRef("loadBlock"))
	m.LoadShort(q.s, q.n, q.x)
	c.Label("restFill")
	fill := c.GP64()
	c.LEAQ(m.Data("plainAfter", append(isa.Repeat(0, 32), isa.Repeat(plain, 32)...)), fill)
	c.SUBQ(q.n, fill)
	c.VPOR(isa.At(fill, 32), q.x, q.x)
	c.Label("restLoaded")
	m.useQuoteConstants(q)
	m.classifyBlocks(q.one(), q.oneClass())
}

func (m *quote2) laterRest(q *quoter) {
	c := m.C
	c.Label("loadBlock")
	m.Load(isa.At(q.s, 0), q.x)
	c.JMP(operand.LabelRef("restLoaded"))

	c.Label("loadWord")
	m.loadWord(q)
	c.JMP(operand.LabelRef("restFill"))
}

// loadWord loads up to eight bytes.
func (m *quote2) loadWord(q *quoter) {
	c := m.C
	word, last, shift := c.GP64(), c.GP64(), c.GP64()
	end := operand.Mem{Base: q.s, Index: q.n, Scale: 1}
	c.CMPQ(q.n, operand.U8(4))
	c.JB(operand.LabelRef("loadBytes"))
	c.MOVL(isa.At(q.s, 0), word.As32())
	c.MOVL(end.Offset(-4), last.As32())
	c.LEAQ(operand.Mem{Base: q.n, Disp: -4}, shift)
	c.SHLQ(operand.U8(3), shift)
	c.SHLXQ(shift, last, last)
	c.ORQ(last, word)
	c.JMP(operand.LabelRef("wordLoaded"))

	// There are at most three bytes, so it is enough to load the first, the middle and the last
	// byte. Some of these may be the same byte.
	c.Label("loadBytes")
	c.MOVBQZX(isa.At(q.s, 0), word)
	c.MOVQ(q.n, shift)
	c.SHRQ(operand.U8(1), shift)
	c.MOVBQZX(operand.Mem{Base: q.s, Index: shift, Scale: 1}, last)
	c.SHLQ(operand.U8(3), shift)
	c.SHLXQ(shift, last, last)
	c.ORQ(last, word)
	c.MOVBQZX(end.Offset(-1), last)
	c.LEAQ(operand.Mem{Base: q.n, Disp: -1}, shift)
	c.SHLQ(operand.U8(3), shift)
	c.SHLXQ(shift, last, last)
	c.ORQ(last, word)
	c.Label("wordLoaded")
	c.VMOVQ(word, q.x.AsX())
}

func (m *quote2) storeRest(q *quoter) { m.copyBytes(q.s, q.n, q.d, "storeRest") }

// writeRest writes to local memory that has room for whole vectors and words, and copies the result
// to dst.
func (m *quote2) writeRest(q *quoter, e escapes) {
	c := m.C
	m.scratch = c.AllocLocal(6*m.Width() + shortUnit)
	begin, length, d := c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(q.d, d)
	c.LEAQ(m.scratch, q.d)
	q.testLong(q.oneClass(), e)
	c.JNE(operand.LabelRef("restLong"))
	m.writeShort(q, q.x, e) // also writes the characters that pad the block
	c.POPCNTQ(e.bits, length)
	c.ADDQ(q.n, length)
	c.JMP(operand.LabelRef("restWritten"))

	c.Label("restLong")
	m.writeLongRest(q)
	c.MOVQ(q.d, length)
	c.LEAQ(m.scratch, begin)
	c.SUBQ(begin, length)

	c.Label("restWritten")
	longer := c.GP64()
	c.MOVQ(d, q.d)
	c.MOVQ(length, longer)
	c.SUBQ(q.n, longer)
	c.CMPQ(q.spare, longer)
	c.JB(operand.LabelRef("restNoRoom"))
	c.SUBQ(longer, q.spare)
	c.LEAQ(m.scratch, begin)
	m.copyBytes(begin, length, q.d, "writeRest")
	c.ADDQ(length, q.d)
}

// writeLongRest writes one character at a time.
func (m *quote2) writeLongRest(q *quoter) {
	c, i := m.C, m.C.GP64()
	c.XORL(i.As32(), i.As32())
	c.Label("restCharacter")
	m.writeWhole(q, operand.Mem{Base: q.s, Index: i, Scale: 1}, q.d)
	c.INCQ(i)
	c.CMPQ(i, q.n)
	c.JB(operand.LabelRef("restCharacter"))
}

// copyBytes copies n bytes, at least one, by moves that may overlap.
func (m *quote2) copyBytes(from, n, to reg.GPVirtual, label string) {
	c := m.C
	ends := func(move func(from, to operand.Mem), size int) {
		move(isa.At(from, 0), isa.At(to, 0))
		move(operand.Mem{Base: from, Index: n, Scale: 1, Disp: -size}, operand.Mem{Base: to, Index: n, Scale: 1, Disp: -size})
		c.JMP(operand.LabelRef(label + "Copied"))
	}
	less := func(size int, name string) {
		c.CMPQ(n, operand.U8(size))
		c.JB(operand.LabelRef(label + name))
	}
	less(m.Width(), "Less32")
	m.copyBlocks(from, n, to, label)
	c.Label(label + "Less32")
	less(16, "Less16")
	ends(func(from, to operand.Mem) { v := c.XMM(); c.VMOVDQU(from, v); c.VMOVDQU(v, to) }, 16)
	c.Label(label + "Less16")
	less(8, "Less8")
	ends(func(from, to operand.Mem) { v := c.GP64(); c.MOVQ(from, v); c.MOVQ(v, to) }, 8)
	c.Label(label + "Less8")
	less(4, "Less4")
	ends(func(from, to operand.Mem) { v := c.GP32(); c.MOVL(from, v); c.MOVL(v, to) }, 4)

	c.Label(label + "Less4")
	middle, v := c.GP64(), c.GP32()
	c.MOVQ(n, middle)
	c.SHRQ(operand.U8(1), middle)
	c.MOVBLZX(operand.Mem{Base: from, Index: middle, Scale: 1}, v)
	c.MOVB(v.As8(), operand.Mem{Base: to, Index: middle, Scale: 1})
	ends(func(from, to operand.Mem) { v := c.GP32(); c.MOVBLZX(from, v); c.MOVB(v.As8(), to) }, 1)
	c.Label(label + "Copied")
}

// copyBlocks copies at least one block.
func (m *quote2) copyBlocks(from, n, to reg.GPVirtual, label string) {
	c := m.C
	i, last, v := c.GP64(), c.GP64(), m.Vec()
	c.XORL(i.As32(), i.As32())
	c.LEAQ(operand.Mem{Base: n, Disp: -m.Width()}, last)
	c.Label(label + "Block")
	m.Load(operand.Mem{Base: from, Index: i, Scale: 1}, v)
	m.store(v, operand.Mem{Base: to, Index: i, Scale: 1})
	c.ADDQ(operand.U8(m.Width()), i)
	c.CMPQ(i, last)
	c.JB(operand.LabelRef(label + "Block"))
	m.Load(operand.Mem{Base: from, Index: last, Scale: 1}, v)
	m.store(v, operand.Mem{Base: to, Index: last, Scale: 1})
	c.JMP(operand.LabelRef(label + "Copied"))
}
