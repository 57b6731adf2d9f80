package jsonsimd

import (
	"encoding/binary"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// flattener emits the conversion of masks to positions.
type flattener struct {
	c                       *build.Context
	dst, limit, left, count reg.GPVirtual
	mask                    reg.GPVirtual // the address of the mask
}

// positions emits the kernel that writes only positions; see flatten.
func positions(m isa.Machine, prepare, write, step func(*flattener)) {
	isa.Function(m, "positions", "func(dst, limit *uint32, base uint32, masks []uint64) (end *uint32, left int)",
		"positions"+m.Name()+" writes the positions of the set bits of the masks to dst. It stops early when the",
		"positions go beyond limit; 63 positions beyond limit must be writable. It returns the end of the",
		"positions, and the number of masks left.")
	flatten(m, prepare, write, step)
}

// flatten emits the control flow of a kernel. The function prepare emits the code before the loop.
// The function write emits code that writes the positions of a mask, and that may jump to "next" when
// all are written. The function step emits code that advances to the next mask.
func flatten(m isa.Machine, prepare, write, step func(*flattener)) {
	c := m.Ctx()
	f := &flattener{c: c, dst: c.GP64(), limit: c.GP64(), mask: c.GP64(), left: c.GP64(), count: c.GP64()}
	c.Load(c.Param("dst"), f.dst)
	c.Load(c.Param("limit"), f.limit)
	c.Load(c.Param("masks").Base(), f.mask)
	c.Load(c.Param("masks").Len(), f.left)
	prepare(f)
	c.TESTQ(f.left, f.left)
	c.JE(operand.LabelRef("end"))

	c.Label("mask")
	c.CMPQ(f.dst, f.limit)
	c.JA(operand.LabelRef("end"))
	write(f)
	c.Label("next")
	c.LEAQ(operand.Mem{Base: f.dst, Index: f.count, Scale: 4}, f.dst)
	step(f)
	c.ADDQ(operand.U8(8), f.mask)
	c.DECQ(f.left)
	c.JNE(operand.LabelRef("mask"))
	c.Label("end")
	c.Store(f.dst, c.Return("end"))
	c.Store(f.left, c.Return("left"))
	isa.Ret(m)
}

// nextUnless jumps to the next mask unless more than the given number of bits are set.
func (f *flattener) nextUnless(more int) {
	f.c.CMPQ(f.count, operand.U8(more))
	f.c.JBE(operand.LabelRef("next"))
}

// PositionsAVX512 emits the conversion by VPCOMPRESSB, which selects those of the numbers 0 to 63
// whose bits are set, as in simdjson's icelake kernel. The numbers are widened sixteen at a time.
// Sixteen are enough for most words.
func PositionsAVX512(m isa.Machine) {
	w := newWidener(m)
	positions(m, w.prepare, func(f *flattener) { w.write(f, func(reg.OpmaskVirtual) {}, func() {}) }, w.step)
}

// PositionsBytesAVX512 emits a kernel that also writes the bytes at the positions. They are selected by
// VPCOMPRESSB, too. There is no such kernel for AVX2, which would have to copy byte by byte.
func PositionsBytesAVX512(m isa.Machine) {
	isa.Function(m, "positionsBytes", "func(dst, limit *uint32, bytes *byte, base uint32, text *byte, masks []uint64) (end *uint32, left int)",
		"positionsBytes"+m.Name()+" is like positions"+m.Name()+". It also writes the bytes of the text at the positions to",
		"bytes, which must have room for as many elements as dst.")
	c, w := m.Ctx(), newWidener(m)
	text, bytes := c.GP64(), c.GP64()
	flatten(m, func(f *flattener) {
		w.prepare(f)
		c.Load(c.Param("text"), text)
		c.Load(c.Param("bytes"), bytes)
	}, func(f *flattener) {
		block, selected := c.ZMM(), c.ZMM()
		w.write(f, func(k reg.OpmaskVirtual) {
			c.VMOVDQU64(isa.At(text, 0), block)
			isa.Compress512(c, block, k, selected)
			c.VMOVDQU8(selected.AsX(), isa.At(bytes, 0))
		}, func() { c.VMOVDQU64(selected, isa.At(bytes, 0)) })
	}, func(f *flattener) {
		c.ADDQ(f.count, bytes)
		c.ADDQ(operand.U8(64), text)
		w.step(f)
	})
}

// A widener emits the parts of a kernel for AVX-512 that write positions.
type widener struct {
	c                     *build.Context
	m                     isa.Machine
	base, iota, sixtyFour reg.VecVirtual // base holds the position of the lowest bit of the mask, sixteen times
}

func newWidener(m isa.Machine) *widener {
	c := m.Ctx()
	return &widener{c, m, c.ZMM(), c.ZMM(), c.ZMM()}
}

func (w *widener) prepare(*flattener) {
	c, first := w.c, w.c.GP32()
	c.Load(c.Param("base"), first)
	c.VPBROADCASTD(first, w.base)
	c.VMOVDQU64(w.m.Data("iota", isa.Iota64()), w.iota)
	c.VPBROADCASTD(w.m.Data("sixtyFour", binary.LittleEndian.AppendUint64(nil, 64)), w.sixtyFour)
}

// write emits code that writes the positions of a mask. The function first emits what else must be
// done for every mask, and the function rest what must be done if more than sixteen bits are set.
func (w *widener) write(f *flattener, first func(k reg.OpmaskVirtual), rest func()) {
	c := w.c
	numbers, k := c.ZMM(), c.K()
	c.KMOVQ(isa.At(f.mask, 0), k)
	isa.Compress512(c, w.iota, k, numbers)
	c.POPCNTQ(isa.At(f.mask, 0), f.count)
	f.sixteen(w.base, numbers, 0)
	first(k)
	f.nextUnless(16)
	f.sixteen(w.base, numbers, 1)
	rest()
	f.nextUnless(32)
	f.sixteen(w.base, numbers, 2)
	f.sixteen(w.base, numbers, 3)
}

func (w *widener) step(*flattener) { w.c.VPADDD(w.sixtyFour, w.base, w.base) }

// sixteen adds base to the i-th group of sixteen numbers, and writes the sums.
func (f *flattener) sixteen(base, numbers reg.VecVirtual, i int) {
	c, part, wide := f.c, numbers.AsX(), f.c.ZMM()
	if i > 0 {
		part = c.XMM()
		c.VEXTRACTI32X4(operand.U8(i), numbers, part)
	}
	c.VPMOVZXBD(part, wide)
	c.VPADDD(base, wide, wide)
	c.VMOVDQU32(wide, isa.At(f.dst, 64*i))
}

// PositionsAVX2 emits the conversion by BMI instructions, similar to positionsGeneric. The code
// first writes four positions, because most words have few marks. If there are more, it writes four
// more, and then eight at a time.
func PositionsAVX2(m isa.Machine) {
	c := m.Ctx()
	first, word, to, rest := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	positions(m, func(*flattener) {
		c.Load(c.Param("base"), first.As32())
	}, func(f *flattener) {
		c.MOVQ(isa.At(f.mask, 0), word)
		c.POPCNTQ(word, f.count)
		f.lowest(word, first, f.dst, 0, 4)
		f.nextUnless(4)
		f.lowest(word, first, f.dst, 4, 8)
		f.nextUnless(8)
		c.MOVQ(f.dst, to)
		c.MOVQ(f.count, rest)
		c.SUBQ(operand.U8(8), rest)
		c.Label("eight")
		c.ADDQ(operand.U8(4*8), to)
		f.lowest(word, first, to, 0, 8)
		c.SUBQ(operand.U8(8), rest)
		c.JA(operand.LabelRef("eight"))
	}, func(*flattener) { c.ADDL(operand.U8(64), first.As32()) })
}

// lowest removes end-begin set bits of word, beginning with the lowest. To the positions of these
// bits, it adds the value of first, and writes the sums to the elements from begin to end-1 of the
// array out.
func (f *flattener) lowest(word, first, out reg.GPVirtual, begin, end int) {
	c := f.c
	for i := begin; i < end; i++ {
		position := c.GP64()
		c.TZCNTQ(word, position)
		c.ADDL(first.As32(), position.As32())
		c.MOVL(position.As32(), isa.At(out, 4*i))
		c.BLSRQ(word, word)
	}
}
