package quoting

import (
	"encoding/binary"
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// units512 holds what QuoteUnits needs with AVX-512. VPCOMPRESSB keeps or drops the steps of eight
// characters at a time.
//
// Interleaving works within lanes of 16 bytes. So that each vector of the result has eight adjacent
// characters, each lane gets every fourth pair of characters.
type units512 struct {
	*isa.AVX512

	bytes   map[byte]isa.Vector
	tables  map[string]isa.Vector
	classes [2]isa.Vector
	order   [4]isa.Vector  // the positions of the characters, and of the bytes before
	within  [4]operand.Mem // masks of the places whose bytes before are in the block
	back    isa.Vector     // where each character is
	parts   operand.Mem    // one byte for each character: a mask of the bytes of its step to keep; see stepPlain
	kept    isa.Vector     // the kept bytes of eight characters; avo does not reuse registers that are cleared
}

// spreadPlace returns the position in the text of the character at place i.
func spreadPlace(i int) int { return i/16*2 + i%16/2*8 + i%2 }

func (m *units512) keepUnitConstants(u *unitQuoter) {
	c := m.C
	m.LoadUTF8Constants(false)
	m.bytes, m.tables = map[byte]isa.Vector{}, map[string]isa.Vector{}
	for _, b := range []byte{0x0F} {
		m.bytes[b] = m.same(b)
	}
	for i := range m.classes {
		m.classes[i] = m.Vec()
		c.VBROADCASTI32X4(isa.At(u.table, tableLowNibble+16*i), m.classes[i])
	}
	for back := range m.order {
		var within uint64
		index := everyPlace(func(i int) int {
			if spreadPlace(i) >= back {
				within |= 1 << i
			}
			return spreadPlace(i) - back
		})
		m.order[back] = m.Vec()
		m.Load(m.Data(fmt.Sprint("spread", back), index), m.order[back])
		m.within[back] = m.Data(fmt.Sprint("within", back), binary.LittleEndian.AppendUint64(nil, within))
	}
	places := make([]byte, isa.Block512)
	for i := range places {
		places[spreadPlace(i)] = byte(i)
	}
	m.back = m.Vec()
	m.Load(m.Data("spreadBack", places), m.back)

	m.parts = alignedLocal(c, isa.Block512)
	m.kept = m.Vec()
}

func (m *units512) useUnitConstants(*unitQuoter) {}

func (m *units512) same(b byte) isa.Vector {
	if v, ok := m.bytes[b]; ok {
		return v
	}
	return m.Every(m.Data(fmt.Sprintf("each%02X", b), isa.EightTimes(b)))
}

func (m *units512) table16(b []byte) isa.Vector {
	return m.Table(fmt.Sprintf("table%02x%02x", b[8], b[0]), [16]byte(b))
}

func (m *units512) classTables(*unitQuoter) (low, high isa.Vector) { return m.classes[0], m.classes[1] }

func (m *units512) and(a, b, dst isa.Vector) { m.C.VPANDQ(a, b, dst) }

func (m *units512) andNot(a, b, dst isa.Vector) { m.C.VPANDNQ(a, b, dst) }

func (m *units512) topMask(x, dst isa.Vector) {
	k := m.C.K()
	m.C.VPMOVB2M(x, k)
	m.C.VPMOVM2B(k, dst)
}

func (m *units512) spread(x isa.Vector) (spread isa.Vector, before [3]isa.Vector) {
	spread = m.Vec()
	m.C.VPERMB(x, m.order[0], spread)
	for i := range before {
		within := m.C.K()
		before[i] = m.Vec()
		m.C.KMOVQ(m.within[i+1], within)
		m.C.VPERMB_Z(x, m.order[i+1], within, before[i])
	}
	return spread, before
}

func (m *units512) jumpUnlessZero(v isa.Vector, label string) {
	k := m.C.K()
	m.C.VPTESTMB(v, v, k)
	m.C.KORTESTQ(k, k)
	m.C.JNE(operand.LabelRef(label))
}

func (m *units512) jumpIfAtLeast(b byte, x isa.Vector, label string) {
	const notLess = 5
	k := m.C.K()
	m.C.VPCMPUB(operand.U8(notLess), m.same(b), x, k)
	m.C.KORTESTQ(k, k)
	m.C.JNE(operand.LabelRef(label))
}

func (m *units512) firstNonZero(v isa.Vector) reg.GPVirtual {
	k, n := m.C.K(), m.C.GP64()
	m.C.VPTESTMB(v, v, k)
	m.C.KMOVQ(k, n)
	m.C.TZCNTQ(n, n)
	return n
}

func (m *units512) clearUnlessASCII(x isa.Vector, count, zero reg.GPVirtual) {
	k := m.C.K()
	m.C.INCQ(count)
	m.C.VPMOVB2M(x, k)
	m.C.KORTESTQ(k, k)
	m.C.CMOVQNE(zero, count)
}

func (m *units512) lanesEqual(x isa.Vector, mask, b byte) lanes {
	v, k := m.Vec(), m.C.K()
	m.C.VPANDQ(m.same(mask), x, v)
	m.C.VPCMPEQB(m.same(b), v, k)
	return lanes{k: k}
}

func (m *units512) add(a, dst lanes) { m.C.KORQ(a.k, dst.k, dst.k) }

// dropLast relies on the last character being at the last place.
func (m *units512) dropLast(a lanes) lanes {
	const bits = isa.Block512 - 1
	k, rest := m.C.K(), m.C.GP64()
	m.C.MOVQ(operand.U64(1<<bits-1), rest)
	m.C.KMOVQ(rest, k)
	m.C.KANDQ(a.k, k, k)
	return lanes{k: k}
}

func (m *units512) blend(a lanes, x, dst isa.Vector) { m.C.VMOVDQU8(x, a.k, dst) }

func (m *units512) keepParts(_ *unitQuoter, x, class isa.Vector, last lanes) {
	c, parts, top, long, short := m.C, m.Vec(), m.C.K(), m.C.K(), m.C.K()
	c.VPMOVB2M(x, top)
	c.KNOTQ(top, top)
	c.VMOVDQU8_Z(m.same(stepPlain), top, parts)
	c.VPTESTMB(class, class, short)
	c.VMOVDQU8(m.same(stepShort), short, parts)
	c.VPTESTMB(m.same(nibblesLong), class, long)
	c.KORQ(last.k, long, long)
	c.VMOVDQU8(m.same(stepLong), long, parts)
	c.VPERMB(parts, m.back, parts)
	c.VMOVDQU64(parts, m.parts)
}

func (m *units512) writeOutput(u *unitQuoter, half int, out [4]isa.Vector) {
	c := m.C
	for i, v := range out {
		parts, k, count := m.parts.Offset(8*(4*half+i)), c.K(), c.GP64()
		c.KMOVQ(parts, k)
		isa.Compress512(c, v, k, m.kept)
		c.VMOVDQU64(m.kept, isa.At(u.d, 0))
		c.POPCNTQ(parts, count)
		c.ADDQ(count, u.d)
	}
}
