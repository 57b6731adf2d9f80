package names

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// IndexQuoted emits the search for strings of a given length that begin with a given byte. It compares
// three bytes at every offset: the two quotation marks and the first byte between them. That is fast, and
// few strings have both in common with the string that is searched for.
func IndexQuoted(m isa.Machine) {
	isa.Function(m, "indexQuoted", "func(b []byte, first byte, far int) (at int)",
		"indexQuoted"+m.Name()+" is indexQuotedGeneric for the offsets in b, whose length must be a positive",
		"multiple of 64. It also reads the far+1 bytes after b; far must be at least 1. If it finds nothing,",
		"at is len(b).")
	c := m.Ctx()
	p, begin, left, far := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), begin)
	c.Load(c.Param("b").Len(), left)
	c.Load(c.Param("far"), far)
	byteOf, first, quote := c.GP32(), c.YMM(), c.YMM()
	c.Load(c.Param("first"), byteOf)
	c.VMOVD(byteOf, first.AsX())
	c.VPBROADCASTB(first.AsX(), first)
	c.VPBROADCASTQ(m.Data("quote", isa.EightTimes('"')), quote)
	c.MOVQ(begin, p)

	mask, high := c.GP64(), c.GP64()
	c.Label("block")
	for i, to := range []operand.Op{mask.As32(), high.As32()} {
		found, y := c.YMM(), c.YMM()
		c.VPCMPEQB(isa.At(p, 32*i), quote, found)
		c.VPCMPEQB(isa.At(p, 32*i+1), first, y)
		c.VPAND(y, found, found)
		c.VPCMPEQB(operand.Mem{Base: p, Index: far, Scale: 1, Disp: 32 * i}, quote, y)
		c.VPAND(y, found, found)
		c.VPMOVMSKB(found, to)
	}
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, mask)
	c.JNE(operand.LabelRef("found"))
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	c.JMP(operand.LabelRef("end"))

	c.Label("found")
	c.TZCNTQ(mask, mask)
	c.ADDQ(mask, p)
	c.Label("end")
	c.SUBQ(begin, p)
	c.Store(p, c.Return("at"))
	isa.Ret(m)
}
