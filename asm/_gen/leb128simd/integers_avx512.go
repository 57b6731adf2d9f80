package leb128simd

import (
	"bytes"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// block512 moves the bytes of eight values to eight lanes at a time, and joins the bits in all lanes together.
type block512 struct {
	*decoder
	m     *isa.AVX512
	bytes reg.VecVirtual

	iota, lanes, inLane, eight    reg.VecVirtual // the numbers of bytes in a vector, of lanes for each byte, and of bytes in their lane; 8 in each byte
	sevenBits, joinBytes, joinTwo reg.VecVirtual
	half                          reg.VecVirtual // the lower 28 bits of each lane
	lowest                        reg.OpmaskVirtual

	starts, stops, unused reg.VecVirtual // of each value in the block: its first and its last byte, and how many bits of 64 it does not have
}

func (b *block512) constant(name string, eight ...byte) reg.VecVirtual {
	v := b.c.ZMM()
	b.c.VPBROADCASTQ(b.m.Data(name, eight), v)
	return v
}

func (b *block512) prepare() {
	c := b.c
	b.bytes, b.iota, b.lanes = c.ZMM(), c.ZMM(), c.ZMM()
	var lanes []byte
	for i := range 8 {
		lanes = append(lanes, isa.EightTimes(byte(i))...)
	}
	c.VMOVDQU64(b.m.Data("iota", isa.Iota64()), b.iota)
	c.VMOVDQU64(b.m.Data("lanes", lanes), b.lanes)
	b.inLane = b.constant("inLane", 0, 1, 2, 3, 4, 5, 6, 7)
	b.eight = b.constant("eight", isa.EightTimes(8)...)
	b.sevenBits = b.constant("sevenBits", isa.EightTimes(0x7f)...)
	b.joinBytes = b.constant("joinBytes", bytes.Repeat([]byte{1, 0x80}, 4)...)
	b.joinTwo = b.constant("joinTwo", bytes.Repeat([]byte{1, 0, 0, 0x40}, 2)...)
	b.half = b.constant("half", 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0)
	if b.signed {
		lowest := c.GP64()
		c.MOVQ(operand.U64(0x0101010101010101), lowest)
		b.lowest = c.K()
		c.KMOVQ(lowest, b.lowest)
	}
}

func (b *block512) load() { b.c.VMOVDQU64(isa.At(b.p, 0), b.bytes) }

func (b *block512) mask(of property) reg.GPVirtual {
	c := b.c
	mask, k := c.GP64(), c.K()
	switch of {
	case notLast:
		c.VPMOVB2M(b.bytes, k)
	case isZero:
		c.VPTESTNMB(b.bytes, b.bytes, k)
	case isOne:
		c.VPCMPEQB(b.constant("one", isa.EightTimes(1)...), b.bytes, k)
	case isSeventyF:
		c.VPCMPEQB(b.sevenBits, b.bytes, k)
	case negative:
		c.VPTESTMB(b.constant("sign", isa.EightTimes(0x40)...), b.bytes, k)
	}
	c.KMOVQ(k, mask)
	return mask
}

func (b *block512) singles() {
	c := b.c
	for i := range 8 {
		eight := c.ZMM()
		c.VPMOVZXBQ(isa.At(b.p, 8*i), eight)
		if b.signed {
			c.VPSLLQ(operand.U8(57), eight, eight)
			c.VPSRAQ(operand.U8(57), eight, eight)
		}
		c.VMOVDQU64(eight, isa.At(b.dst, 64*i))
	}
}

// decode first lists the first and the last bytes of all values. Then it decodes eight values at a time.
func (b *block512) decode(long bool, label func(string) string) {
	c := b.c
	first, k := c.GP64(), c.K()
	b.starts, b.stops = c.ZMM(), c.ZMM()
	c.LEAQ(operand.Mem{Base: b.ends, Index: b.ends, Scale: 1, Disp: 1}, first)
	c.KMOVQ(b.ends, k)
	isa.Compress512(c, b.iota, k, b.stops)
	k = c.K()
	c.KMOVQ(first, k)
	isa.Compress512(c, b.iota, k, b.starts)
	if b.signed {
		b.countUnused()
	}
	c.VPANDQ(b.sevenBits, b.bytes, b.bytes)
	lanes, left := c.ZMM(), c.GP64()
	c.VMOVDQA64(b.lanes, lanes)
	c.MOVQ(b.count, left)
	c.SUBQ(operand.U8(8), left)
	c.JB(operand.LabelRef(label("last")))
	c.Label(label("eight"))
	c.VMOVDQU64(b.eightValues(lanes, long), isa.At(b.dst, 0))
	c.ADDQ(operand.U8(64), b.dst)
	c.VPADDB(b.eight, lanes, lanes)
	c.SUBQ(operand.U8(8), left)
	c.JAE(operand.LabelRef(label("eight")))
	c.Label(label("last")) // left is now eight less than the number of values left
	c.ADDQ(operand.U8(8), left)
	c.JE(operand.LabelRef(label("done")))
	wanted, k := c.GP64(), c.K()
	c.MOVQ(operand.I32(-1), wanted)
	c.BZHIQ(left, wanted, wanted)
	c.KMOVQ(wanted, k)
	c.VMOVDQU64(b.eightValues(lanes, long), k, isa.At(b.dst, 0))
	c.LEAQ(operand.Mem{Base: b.dst, Index: left, Scale: 8}, b.dst)
	c.Label(label("done"))
}

// countUnused sets unused to 57 less seven for each byte after the first one, but to at least 0.
func (b *block512) countUnused() {
	c := b.c
	more, zero := c.ZMM(), c.ZMM()
	b.unused = c.ZMM()
	c.VPSUBB(b.starts, b.stops, more)
	c.VPSLLW(operand.U8(3), more, b.unused) // at most 9 bytes, so this does not reach the next lane
	c.VPSUBB(b.unused, more, b.unused)
	c.VPADDB(b.constant("fiftySeven", isa.EightTimes(57)...), b.unused, b.unused)
	c.VPXORQ(zero, zero, zero)
	c.VPMAXSB(zero, b.unused, b.unused)
}

// The constants of VPTERNLOGQ and VPCMPUB: the bits of the second operand where those of the third are set, and
// otherwise of the first; and a comparison.
const (
	lowerHalf = 0xd8
	notMore   = 2
)

// eightValues returns the eight values with the given numbers.
func (b *block512) eightValues(lanes reg.VecVirtual, long bool) reg.VecVirtual {
	c := b.c
	index, stops, v, half, high := c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM()
	c.VPERMB(b.starts, lanes, index)
	c.VPERMB(b.stops, lanes, stops)
	c.VPADDB(b.inLane, index, index)
	b.gather(index, stops, v)
	c.VPMADDUBSW(v, b.joinBytes, v)
	if long {
		c.VPADDB(b.eight, index, index)
		b.gather(index, stops, high)
		c.VPMADDUBSW(high, b.joinBytes, high)
		c.VPSLLQ(operand.U8(56), high, high)
	}
	c.VPMADDWD(b.joinTwo, v, v)
	c.VPSRLQ(operand.U8(4), v, half)
	c.VPTERNLOGQ(operand.U8(lowerHalf), b.half, v, half)
	if long {
		c.VPORQ(high, half, half)
	}
	if b.signed {
		unused := c.ZMM()
		c.VPERMB_Z(b.unused, lanes, b.lowest, unused)
		c.VPSLLVQ(unused, half, half)
		c.VPSRAVQ(unused, half, half)
	}
	return half
}

// gather moves the bytes with the given numbers to dst, and clears those that are after stops.
func (b *block512) gather(index, stops, dst reg.VecVirtual) {
	c, k := b.c, b.c.K()
	c.VPCMPUB(operand.U8(notMore), stops, index, k)
	c.VPERMB_Z(b.bytes, index, k, dst)
}
