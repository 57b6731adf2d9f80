package leb128simd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// blockAVX2 gathers the bits of one value at a time.
type blockAVX2 struct {
	*decoder
	low, high reg.VecVirtual // the block
	sevenBits reg.GPVirtual  // 7F in each byte
}

func (b *blockAVX2) prepare() {
	c := b.c
	b.low, b.high, b.sevenBits = c.YMM(), c.YMM(), c.GP64()
	c.MOVQ(operand.U64(0x7f7f7f7f7f7f7f7f), b.sevenBits)
}

func (b *blockAVX2) load() {
	b.c.VMOVDQU(isa.At(b.p, 0), b.low)
	b.c.VMOVDQU(isa.At(b.p, 32), b.high)
}

func (b *blockAVX2) mask(of property) reg.GPVirtual {
	c := b.c
	mask, high := c.GP64(), c.GP64()
	for _, half := range []struct {
		v  reg.VecVirtual
		to reg.GPVirtual
	}{{b.low, mask}, {b.high, high}} {
		found := half.v
		switch of {
		case isZero:
			found = c.YMM()
			c.VPXOR(found, found, found)
			c.VPCMPEQB(half.v, found, found)
		case isOne, isSeventyF:
			found = c.YMM()
			c.VPCMPEQB(b.constant(of), half.v, found)
		case negative:
			found = c.YMM()
			c.VPADDB(half.v, half.v, found) // moves bit 6 to the top
		}
		c.VPMOVMSKB(found, half.to.As32())
	}
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, mask)
	return mask
}

func (b *blockAVX2) constant(of property) operand.Mem {
	if of == isOne {
		return b.m.Data("one", isa.Repeat(1, 32))
	}
	return b.m.Data("seventyF", isa.Repeat(0x7f, 32))
}

func (b *blockAVX2) singles() {
	c := b.c
	sign := c.YMM()
	if b.signed {
		c.VPBROADCASTQ(b.m.Data("sign", []byte{0x40, 0, 0, 0, 0, 0, 0, 0}), sign)
	}
	for i := range 16 {
		four := c.YMM()
		c.VPMOVZXBQ(isa.At(b.p, 4*i), four)
		if b.signed { // extend the sign, which is in bit 6
			c.VPXOR(sign, four, four)
			c.VPSUBQ(sign, four, four)
		}
		c.VMOVDQU(four, isa.At(b.dst, 32*i))
	}
}

// decode emits a loop over the ends of values. It loads eight bytes at the beginning of a value, clears the bytes
// after its end, and gathers the bits. For longer values, it does the same with the next bytes.
func (b *blockAVX2) decode(long bool, label func(string) string) {
	c := b.c
	from, end, more, bits, v := c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.XORL(from.As32(), from.As32())
	c.Label(label("value"))
	at := operand.Mem{Base: b.p, Index: from, Scale: 1}
	c.TZCNTQ(b.ends, end)
	c.MOVQ(end, more)
	c.SUBQ(from, more)
	c.LEAQ(isa.At(more, 1), bits)
	c.SHLQ(operand.U8(3), bits)
	c.BZHIQ(bits, at, v)
	c.PEXTQ(b.sevenBits, v, v)
	if long {
		b.highBits(at, bits, v)
	}
	if b.signed {
		b.extend(long, more, v)
	}
	c.MOVQ(v, isa.At(b.dst, 0))
	c.ADDQ(operand.U8(8), b.dst)
	c.LEAQ(isa.At(end, 1), from)
	c.BLSRQ(b.ends, b.ends)
	c.JNE(operand.LabelRef(label("value")))
}

// highBits adds the bits of the ninth and tenth bytes to v.
func (b *blockAVX2) highBits(at operand.Mem, bits, v reg.GPVirtual) {
	c := b.c
	zero, high, eightBits := c.GP64(), c.GP64(), c.GP64()
	at.Disp += 8
	c.MOVL(operand.U32(0x17f), eightBits.As32())
	c.XORL(zero.As32(), zero.As32())
	c.SUBQ(operand.U8(64), bits)
	c.CMOVQLT(zero, bits)
	c.BZHIQ(bits, at, high)
	c.PEXTQ(eightBits, high, high)
	c.SHLQ(operand.U8(56), high)
	c.ORQ(high, v)
}

// extend copies the sign of v, which has more+1 bytes, to the bits above it.
func (b *blockAVX2) extend(long bool, more, v reg.GPVirtual) {
	c := b.c
	unused, zero := c.GP64(), c.GP64()
	if long {
		c.XORL(zero.As32(), zero.As32())
	}
	c.MOVQ(more, unused)
	c.SHLQ(operand.U8(3), unused)
	c.NEGQ(unused)
	c.LEAQ(operand.Mem{Base: unused, Index: more, Scale: 1}, unused)
	c.ADDQ(operand.U8(57), unused)
	if long {
		c.CMOVQLT(zero, unused)
	}
	c.SHLXQ(unused, v, v)
	c.SARXQ(unused, v, v)
}
