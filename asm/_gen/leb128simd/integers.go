// Package leb128simd emits the kernels of asm/leb128simd.
package leb128simd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A decoder emits a kernel that decodes integers.
//
// A block of 64 bytes begins where a value begins. Masks with a bit for each byte say where values end, which
// of them are invalid, and how many fit into dst. Values are decoded by these masks, without a branch for each
// byte. That is the idea of Masked VByte (Plaisance, Kurz and Lemire, Vectorized VByte Decoding, 2015), which
// looks up the way to shuffle a few bytes in a table. Here, the shuffle is computed instead, or PEXT gathers the
// bits of a value, as in SFVInt (Liao and others, 2024). The portable twin is in integers_generic.go.
type decoder struct {
	m      isa.Machine
	c      *build.Context
	signed bool
	block  block

	p, last, next    reg.GPVirtual // the block, the last place where a block may begin, and the block after this one
	dst, room, count reg.GPVirtual // where the next value is written, the number of values for which there is room, and those in this block
	continues, ends  reg.GPVirtual // a bit for each byte that is not the last one of a value, and for each that is
	bad              reg.GPVirtual // a bit for the last byte, or the tenth one, of each invalid value
}

// A block is the part of a decoder that depends on the instruction set.
type block interface {
	prepare()                                    // emits the code before the loop
	load()                                       // loads the block
	mask(of property) reg.GPVirtual              // returns a bit for each byte with a property
	singles()                                    // decodes 64 values of one byte each
	decode(long bool, label func(string) string) // decodes count values at the given ends, of more than eight bytes only if long
}

// A property of a byte of a value.
type property int

const (
	notLast property = iota // the top bit is set
	isZero
	isOne
	isSeventyF // 7F, which holds only copies of the sign of a negative value
	negative   // bit 6 is set, which is the sign if the value ends here
)

// Uint64s emits the kernel for unsigned integers, and Int64s the one for signed integers.
func Uint64s(m isa.Machine) {
	emit(m, false, "uint64s", "func(dst []uint64, src []byte) (values, bytes int)")
}

func Int64s(m isa.Machine) {
	emit(m, true, "int64s", "func(dst []int64, src []byte) (values, bytes int)")
}

func emit(m isa.Machine, signed bool, name, signature string) {
	isa.Function(m, name, signature,
		name+m.Name()+" is "+name+"Generic for at least 80 bytes, except that it stops when fewer than 80 bytes are left.")
	c := m.Ctx()
	d := &decoder{m: m, c: c, signed: signed, p: c.GP64(), last: c.GP64(), next: c.GP64(), dst: c.GP64(), room: c.GP64(), count: c.GP64(), ends: c.GP64(), bad: c.GP64()}
	if wide, ok := m.(*isa.AVX512); ok {
		d.block = &block512{decoder: d, m: wide}
	} else {
		d.block = &blockAVX2{decoder: d}
	}
	c.Load(c.Param("dst").Base(), d.dst)
	c.Load(c.Param("dst").Len(), d.room)
	c.Load(c.Param("src").Base(), d.p)
	c.Load(c.Param("src").Len(), d.last)
	c.LEAQ(operand.Mem{Base: d.last, Index: d.p, Scale: 1, Disp: -80}, d.last)
	d.block.prepare()
	c.TESTQ(d.room, d.room)
	c.JE(operand.LabelRef("end"))
	d.loop()
	c.Label("end")
	d.results()
	isa.Ret(m)
}

func (d *decoder) loop() {
	c := d.c
	c.Label("block")
	c.CMPQ(d.p, d.last)
	c.JA(operand.LabelRef("end"))
	d.block.load()
	d.continues = d.block.mask(notLast)
	c.MOVQ(d.continues, d.ends)
	c.NOTQ(d.ends)
	c.TESTQ(d.continues, d.continues)
	c.JE(operand.LabelRef("singles"))
	c.Label("mixed")
	d.overlong()
	nine := d.nineBytes()
	c.JNE(operand.LabelRef("long"))
	d.values(false)

	c.Label("long")
	d.overflow(nine)
	d.values(true)

	c.Label("singles")
	c.CMPQ(d.room, operand.U8(64))
	c.JB(operand.LabelRef("mixed"))
	d.block.singles()
	c.ADDQ(operand.U8(64), d.p)
	c.ADDQ(operand.U32(512), d.dst)
	c.SUBQ(operand.U8(64), d.room)
	c.JNE(operand.LabelRef("block"))
	c.JMP(operand.LabelRef("end"))
}

// results stores how many values and bytes have been decoded: the differences between where the kernel is
// and where it began.
func (d *decoder) results() {
	c := d.c
	values := c.GP64()
	c.Load(c.Param("dst").Len(), values)
	c.SUBQ(d.room, values)
	c.Store(values, c.Return("values"))
	begin := c.GP64()
	c.Load(c.Param("src").Base(), begin)
	c.SUBQ(begin, d.p)
	c.Store(d.p, c.Return("bytes"))
}

// overlong sets bad where a value ends with a byte that only repeats what the bytes before say: a zero, or if the
// value is signed, seven copies of the sign.
func (d *decoder) overlong() {
	c := d.c
	if !d.signed {
		c.LEAQ(operand.Mem{Base: d.continues, Index: d.continues, Scale: 1}, d.bad)
		c.ANDQ(d.block.mask(isZero), d.bad)
		return
	}
	negative, zero, ones, after := d.block.mask(negative), d.block.mask(isZero), d.block.mask(isSeventyF), c.GP64()
	c.ANDNQ(d.continues, negative, d.bad)
	c.ADDQ(d.bad, d.bad)
	c.ANDQ(zero, d.bad)
	c.MOVQ(negative, after)
	c.ANDQ(d.continues, after)
	c.ADDQ(after, after)
	c.ANDQ(ones, after)
	c.ORQ(after, d.bad)
}

// nineBytes returns a mask of the bytes that eight bytes follow in the same value, and sets the flags as for a
// comparison of the mask with 0.
func (d *decoder) nineBytes() reg.GPVirtual {
	c := d.c
	run, shifted := c.GP64(), c.GP64()
	c.MOVQ(d.continues, run)
	for _, n := range []int{1, 2, 4} {
		c.MOVQ(run, shifted)
		c.SHRQ(operand.U8(n), shifted)
		c.ANDQ(shifted, run)
	}
	return run
}

// overflow sets bad at the tenth bytes that have more than the 64th bit.
func (d *decoder) overflow(nine reg.GPVirtual) {
	c := d.c
	tenth := c.GP64()
	var fits reg.GPVirtual
	if d.signed {
		fits = d.block.mask(isSeventyF)
		c.ORQ(d.block.mask(isZero), fits)
	} else {
		fits = d.block.mask(isOne)
	}
	c.MOVQ(d.continues, tenth)
	c.SHRQ(operand.U8(8), tenth)
	c.ANDQ(nine, tenth)
	c.SHLQ(operand.U8(9), tenth)
	c.ANDNQ(tenth, fits, tenth)
	c.ORQ(tenth, d.bad)
}

// values emits the code that decodes the values that end in the block, before the first invalid one and as many as
// there is room for.
func (d *decoder) values(long bool) {
	c := d.c
	label := func(name string) string {
		if long {
			return name + "Long"
		}
		return name
	}
	limit := c.GP64()
	c.TESTQ(d.bad, d.bad)
	c.JNE(operand.LabelRef(label("bad")))
	c.Label(label("count"))
	c.POPCNTQ(d.ends, d.count)
	c.JE(operand.LabelRef("end"))
	c.CMPQ(d.count, d.room)
	c.JA(operand.LabelRef(label("cut")))
	c.Label(label("decode"))
	c.LZCNTQ(d.ends, d.next)
	c.NEGQ(d.next)
	c.LEAQ(operand.Mem{Base: d.p, Index: d.next, Scale: 1, Disp: 64}, d.next)
	d.block.decode(long, label)
	c.MOVQ(d.next, d.p)
	c.SUBQ(d.count, d.room)
	c.JNE(operand.LabelRef("block"))
	c.JMP(operand.LabelRef("end"))

	c.Label(label("bad")) // keep only the ends before the first bad byte; if there are none, the kernel stops
	c.BLSMSKQ(d.bad, d.bad)
	c.SHRQ(operand.U8(1), d.bad)
	c.ANDQ(d.bad, d.ends)
	c.JMP(operand.LabelRef(label("count")))

	c.Label(label("cut")) // keep only as many ends as there is room for
	c.MOVL(operand.U32(1), limit.As32())
	c.SHLXQ(d.room, limit, limit)
	c.PDEPQ(d.ends, limit, limit)
	c.DECQ(limit)
	c.ANDQ(limit, d.ends)
	c.MOVQ(d.room, d.count)
	c.JMP(operand.LabelRef(label("decode")))
}
