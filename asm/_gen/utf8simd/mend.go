package utf8simd

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/assayjson/assay/asm/gen/files"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Mend emits the kernel that repairs text.
//
// In each block of 64 bytes, it looks for sequences that begin in the first 61 bytes, as CountTails
// does. A byte is kept if it is part of a character. Otherwise, it is replaced if it begins a maximal
// subpart (Unicode standard, section 3.9), and dropped if it continues one. What has become of the
// last three bytes of a block is carried to the next block, which begins with them.
//
// A byte may have to be replaced with three bytes. So a third of a block at a time is spread over a
// vector, in which each byte has three places. A byte that is kept takes the first place, U+FFFD
// takes all of them, and VPCOMPRESSB removes the places that are not taken.
func Mend(m *isa.AVX512) {
	isa.Function(m, "mend", "func(dst, src []byte, replace uint64) (written, read int)",
		"mend"+m.Name()+" is Mend for at least one block. It stops after twelve blocks in a row without ill-formed",
		"sequences. The length of src must be three more than a positive multiple of 61, and dst must be 64 bytes longer",
		"than three times src. All bits of replace are set if sequences are replaced, and none if they are omitted.")
	c := m.Ctx()
	r := mender{AVX512: m, p: c.GP64(), out: c.GP64(), inside: c.K(), kept: c.K(), replacement: m.Vec()}
	calm, end := c.K(), c.K() // the number of blocks in a row without ill-formed sequences, and where the last block ends; opmasks, because there are too few other registers
	c.Load(c.Param("dst").Base(), r.out)
	c.Load(c.Param("src").Base(), r.p)
	t := c.GP64()
	c.Load(c.Param("src").Len(), t)
	c.LEAQ(operand.Mem{Base: r.p, Index: t, Scale: 1, Disp: mendStep - blockBytes}, t)
	c.KMOVQ(t, end)
	c.KXORQ(calm, calm, calm)
	c.KXORQ(r.inside, r.inside, r.inside)
	c.KXORQ(r.kept, r.kept, r.kept)
	m.Load(m.Data("replacements", []byte(strings.Repeat("\uFFFD", blockBytes/places+1)[:blockBytes])), r.replacement)
	for i := range r.spread {
		r.spread[i] = m.Vec()
		m.Load(m.Data(fmt.Sprint("spread", i), spreadThird(i)), r.spread[i])
	}

	c.Label("block")
	kept, inside := r.classify()
	damaged, zero, calmNow := c.GP64(), c.GP64(), c.GP64()
	c.KMOVQ(calm, calmNow)
	c.INCQ(calmNow)
	c.XORL(zero.As32(), zero.As32())
	c.MOVQ(kept, damaged)
	c.NOTQ(damaged)
	c.SHLQ(operand.U8(blockBytes-mendStep), damaged)
	c.CMOVQNE(zero, calmNow)
	c.KMOVQ(calmNow, calm)
	replaced := inside
	c.ORQ(kept, replaced)
	c.NOTQ(replaced)
	r.write(kept, replaced)
	c.ADDQ(operand.U8(mendStep), r.p)
	c.KMOVQ(calm, t)
	c.CMPQ(t, operand.U8(calmBlocks))
	c.JE(operand.LabelRef("end"))
	c.KMOVQ(end, t)
	c.CMPQ(r.p, t)
	c.JNE(operand.LabelRef("block"))

	c.Label("end")
	r.finish()
	isa.Ret(m)
}

const (
	blockBytes = 64
	mendStep   = 61 // number of bytes of a block that are written
	calmBlocks = 12
	places     = len("\uFFFD")
	third      = blockBytes / places // number of bytes that are written at a time
)

// A mender emits the kernel of Mend.
type mender struct {
	*isa.AVX512
	p, out       reg.GPVirtual
	inside, kept reg.OpmaskVirtual // of the first three bytes of the next block, those that continue a sequence of this block, and those of them that are kept
	replacement  isa.Vector        // U+FFFD in all places
	spread       [3]isa.Vector     // for each third of a block, the offset of the byte in each place
}

// spreadThird returns the offset of the byte in each place for a third of a block.
func spreadThird(i int) []byte {
	b := make([]byte, blockBytes)
	for place := range b {
		b[place] = byte(third*i+place/places) % blockBytes
	}
	return b
}

// classify returns two masks of the next block: the bytes that are kept, and those that continue a
// sequence. Only the first 61 bits count.
func (r *mender) classify() (kept, inside reg.GPVirtual) {
	c := r.Ctx()
	tail, lead2, lead3, lead4 := leads(r, r.p)
	nextTail := func(masks ...reg.GPVirtual) {
		c.SHRQ(operand.U8(1), tail)
		for _, mask := range masks {
			c.ANDQ(tail, mask)
		}
	}
	shiftTo := func(n uint8, mask reg.GPVirtual, sums ...reg.GPVirtual) {
		c.SHLQ(operand.U8(n), mask)
		for _, sum := range sums {
			c.ORQ(mask, sum)
		}
	}
	kept, inside = c.GP64(), c.GP64()
	thirdByte, t := c.GP64(), c.GP64()
	nextTail(lead2, lead3, lead4)
	c.MOVQ(lead2, inside)
	c.ORQ(lead3, inside)
	c.ORQ(lead4, inside)
	c.ADDQ(inside, inside)
	nextTail(lead3, lead4)
	c.MOVQ(lead3, thirdByte)
	c.ORQ(lead4, thirdByte)
	shiftTo(2, thirdByte, inside)
	nextTail(lead4) // now all leads are those of whole characters
	c.MOVQ(lead2, kept)
	c.ORQ(lead3, kept)
	c.ORQ(lead4, kept)
	c.ORQ(lead4, lead3)
	c.MOVQ(kept, t)
	shiftTo(1, t, kept)
	shiftTo(2, lead3, kept)
	shiftTo(3, lead4, kept, inside)
	r.carry(r.kept, kept)
	r.carry(r.inside, inside)

	ascii := c.K()
	c.VPMOVB2M(r.block(), ascii)
	c.KMOVQ(ascii, t)
	c.NOTQ(t)
	c.ORQ(t, kept)
	return kept, inside
}

// block loads the next block.
func (r *mender) block() isa.Vector {
	x := r.Vec()
	r.Load(isa.At(r.p, 0), x)
	return x
}

// carry adds the bits that were carried from the previous block to a mask of this block, and carries
// the last three bits of the mask to the next block.
func (r *mender) carry(carried reg.OpmaskVirtual, mask reg.GPVirtual) {
	c, before := r.Ctx(), r.Ctx().GP64()
	c.KMOVQ(carried, before)
	c.ORQ(before, mask)
	c.MOVQ(mask, before)
	c.SHRQ(operand.U8(mendStep), before)
	c.KMOVQ(before, carried)
}

// write writes the repaired form of the first 61 bytes of the block. It changes the masks.
func (r *mender) write(kept, replaced reg.GPVirtual) {
	c, x := r.Ctx(), r.block()
	replace, err := c.Param("replace").Resolve()
	files.Must(err)
	for i, spread := range r.spread {
		n := third
		if i > 0 {
			c.SHRQ(operand.U8(third), kept)
			c.SHRQ(operand.U8(third), replaced)
		}
		if i == len(r.spread)-1 {
			n = mendStep - i*third
		}
		firsts := r.Data(fmt.Sprint("firstPlaces", n), firstPlaces(n))
		one, all, t := c.GP64(), c.GP64(), c.GP64()
		c.PDEPQ(firsts, kept, one)
		c.PDEPQ(firsts, replaced, t)
		c.LEAQ(operand.Mem{Base: t, Index: t, Scale: 2}, all)
		c.LEAQ(operand.Mem{Base: all, Index: t, Scale: 4}, all)
		c.ANDQ(replace.Addr, all)
		isReplaced, isTaken, y, z := c.K(), c.K(), r.Vec(), r.Vec()
		c.KMOVQ(all, isReplaced)
		c.ORQ(one, all)
		c.KMOVQ(all, isTaken)
		c.VPERMB(x, spread, y)
		c.VMOVDQU8(r.replacement, isReplaced, y)
		isa.Compress512(c, y, isTaken, z)
		c.VMOVDQU64(z, isa.At(r.out, 0))
		c.POPCNTQ(all, all)
		c.ADDQ(all, r.out)
	}
}

// firstPlaces returns a mask of the first places of n bytes.
func firstPlaces(n int) []byte {
	var mask uint64
	for i := range n {
		mask |= 1 << (places * i)
	}
	return binary.LittleEndian.AppendUint64(nil, mask)
}

// finish writes the rest of the last sequence, and returns. The rest has up to three bytes.
func (r *mender) finish() {
	c, rest, n, base := r.Ctx(), r.Ctx().GP64(), r.Ctx().GP64(), r.Ctx().GP64()
	c.MOVL(isa.At(r.p, -1), rest.As32()) // src may end after three bytes
	c.SHRL(operand.U8(8), rest.As32())
	c.MOVL(rest.As32(), isa.At(r.out, 0))
	for _, s := range []struct {
		mask   reg.OpmaskVirtual
		at     reg.GPVirtual
		param  string
		result string
	}{{r.kept, r.out, "dst", "written"}, {r.inside, r.p, "src", "read"}} {
		c.KMOVQ(s.mask, n)
		c.POPCNTQ(n, n)
		c.ADDQ(n, s.at)
		c.Load(c.Param(s.param).Base(), base)
		c.SUBQ(base, s.at)
		c.Store(s.at, c.Return(s.result))
	}
}
