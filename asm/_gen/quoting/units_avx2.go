package quoting

import (
	"encoding/binary"
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// units2 holds what QuoteUnits needs with AVX2. A step of eight bytes is kept or dropped by VPSHUFB
// for two characters at a time, with a control from a table that also has the number of bytes kept.
type units2 struct {
	*isa.AVX2

	entries [4]reg.GPVirtual // the offsets in the table for pairs of characters
	pairs   reg.GPVirtual    // the table
}

// pairEntry is the number of bytes of an entry of the table for pairs of characters.
const pairEntry = 32

func (m *units2) keepUnitConstants(*unitQuoter) {
	m.pairs = m.C.GP64()
	m.C.LEAQ(m.Data("unitPairs", unitPairs()), m.pairs)
}

func (m *units2) useUnitConstants(*unitQuoter) { m.LoadUTF8Constants(false) }

func (m *units2) same(b byte) isa.Vector {
	return m.Every(m.Data(fmt.Sprintf("each%02X", b), isa.EightTimes(b)))
}

func (m *units2) table16(b []byte) isa.Vector {
	return m.Table(fmt.Sprintf("table%02x%02x", b[8], b[0]), [16]byte(b))
}

func (m *units2) classTables(u *unitQuoter) (low, high isa.Vector) {
	low, high = m.Vec(), m.Vec()
	m.C.VBROADCASTI128(isa.At(u.table, tableLowNibble), low)
	m.C.VBROADCASTI128(isa.At(u.table, tableHighNibble), high)
	return low, high
}

func (m *units2) and(a, b, dst isa.Vector) { m.C.VPAND(a, b, dst) }

func (m *units2) andNot(a, b, dst isa.Vector) { m.C.VPANDN(a, b, dst) }

func (m *units2) topMask(x, dst isa.Vector) {
	zero := m.Vec()
	m.Zero(zero)
	m.C.VPCMPGTB(x, zero, dst)
}

// spread exchanges the second and the third quarter of the text. When bytes are interleaved within
// lanes, the first half of the text then becomes the first four vectors.
func (m *units2) spread(x isa.Vector) (spread isa.Vector, before [3]isa.Vector) {
	zero, spread := m.Vec(), m.Vec()
	m.Zero(zero)
	for i := range before {
		before[i] = m.Vec()
	}
	m.Precede(zero, x, before)
	m.C.VPERMQ(operand.U8(exchangeMiddle), x, spread)
	for _, v := range before {
		m.C.VPERMQ(operand.U8(exchangeMiddle), v, v)
	}
	return spread, before
}

const exchangeMiddle = 0b11_01_10_00

func (m *units2) jumpUnlessZero(v isa.Vector, label string) {
	m.C.VPTEST(v, v)
	m.C.JNE(operand.LabelRef(label))
}

func (m *units2) jumpIfAtLeast(b byte, x isa.Vector, label string) {
	least, v, found := m.same(b), m.Vec(), m.C.GP64()
	m.C.VPMINUB(x, least, v)
	m.C.VPCMPEQB(v, least, v)
	m.C.VPMOVMSKB(v, found.As32())
	m.C.TESTL(found.As32(), found.As32())
	m.C.JNE(operand.LabelRef(label))
}

func (m *units2) firstNonZero(v isa.Vector) reg.GPVirtual {
	zero, n := m.Vec(), m.C.GP64()
	m.Zero(zero)
	m.C.VPCMPEQB(zero, v, zero)
	m.C.VPMOVMSKB(zero, n.As32())
	m.C.NOTL(n.As32())
	m.C.TZCNTL(n.As32(), n.As32())
	return n
}

func (m *units2) clearUnlessASCII(x isa.Vector, count, zero reg.GPVirtual) {
	top := m.C.GP64()
	m.C.INCQ(count)
	m.C.VPMOVMSKB(x, top.As32())
	m.C.TESTL(top.As32(), top.As32())
	m.C.CMOVQNE(zero, count)
}

func (m *units2) lanesEqual(x isa.Vector, mask, b byte) lanes {
	v := m.Vec()
	m.C.VPAND(m.same(mask), x, v)
	m.C.VPCMPEQB(m.same(b), v, v)
	return lanes{v: v}
}

func (m *units2) add(a, dst lanes) { m.C.VPOR(a.v, dst.v, dst.v) }

func (m *units2) dropLast(a lanes) lanes {
	v := m.Vec()
	m.C.VPAND(m.Data("notLast", append(isa.Repeat(0xFF, 31), 0)), a.v, v)
	return lanes{v: v}
}

func (m *units2) blend(a lanes, x, dst isa.Vector) { m.C.VPBLENDVB(a.v, x, dst, dst) }

// keepParts computes a number for each character: 0 if it has no output, 1 if it is plain, and 2 or
// 3 if it has a short or long escape. The offsets in the table of pairs are made from these numbers.
func (m *units2) keepParts(u *unitQuoter, x, class isa.Vector, last lanes) {
	c, top, kind, v := m.C, m.Vec(), m.Vec(), m.Vec()
	zero := m.Vec()
	m.Zero(zero)
	long := m.same(nibblesLong & -nibblesLong)
	c.VPMAXUB(class, long, v)
	c.VPCMPEQB(class, v, v) // long: class is at least the lowest bit of long ones
	c.VPCMPEQB(zero, class, kind)
	c.VPSUBB(v, kind, kind)
	c.VPADDB(m.same(2), kind, kind)
	c.VPCMPGTB(x, zero, top)
	c.VPANDN(kind, top, kind)
	c.VPAND(m.same(3), last.v, v)
	c.VPOR(v, kind, kind)
	factors := make([]byte, 8)
	for i := range factors {
		factors[i] = byte([]int{pairEntry, 4 * pairEntry}[i%2])
	}
	c.VPMADDUBSW(kind, m.Every(m.Data("pairFactors", factors)), kind)
	c.VPERMQ(operand.U8(exchangeMiddle), kind, kind)
	for i := range m.entries {
		m.entries[i] = c.GP64()
	}
	half := c.XMM()
	c.VEXTRACTI128(operand.U8(1), kind, half)
	c.VMOVQ(kind.AsX(), m.entries[0])
	c.VPEXTRQ(operand.U8(1), kind.AsX(), m.entries[1])
	c.VMOVQ(half, m.entries[2])
	c.VPEXTRQ(operand.U8(1), half, m.entries[3])
}

// writeOutput first writes the lower halves of all four vectors, and then the upper halves.
func (m *units2) writeOutput(u *unitQuoter, half int, out [4]isa.Vector) {
	c := m.C
	for i := range 8 {
		v, entry := out[i%4], c.GP64()
		if i >= 4 {
			c.VEXTRACTI128(operand.U8(1), v, v.AsX())
		}
		word := m.entries[2*half+i/4]
		c.MOVWLZX(word.As16(), entry.As32())
		if i%4 < 3 {
			c.SHRQ(operand.U8(16), word)
		}
		kept := c.XMM()
		c.VPSHUFB(operand.Mem{Base: m.pairs, Index: entry, Scale: 1}, v.AsX(), kept)
		c.VMOVDQU(kept, isa.At(u.d, 0))
		c.ADDQ(operand.Mem{Base: m.pairs, Index: entry, Scale: 1, Disp: 16}, u.d)
	}
}

// unitPairs returns the table for pairs of characters: controls for VPSHUFB, and the number of bytes
// that they keep.
func unitPairs() (table []byte) {
	parts := [4]byte{0, stepPlain, stepShort, stepLong}
	for second := range parts {
		for first := range parts {
			entry, n := isa.Repeat(0x80, pairEntry/2), 0
			for i := range 2 * unitStep {
				if [2]byte{parts[first], parts[second]}[i/unitStep]>>(i%unitStep)&1 != 0 {
					entry[n] = byte(i)
					n++
				}
			}
			table = append(table, entry...)
			table = append(binary.LittleEndian.AppendUint64(table, uint64(n)), isa.Repeat(0, 8)...)
		}
	}
	return table
}
