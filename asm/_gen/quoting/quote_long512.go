package quoting

import (
	"encoding/binary"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// In some text, such as logs with colors, few of the escapes take six bytes. For such text, the
// four bytes between the backslash and the last digit of each of these escapes, such as u001 for
// \u001f, are first inserted into the text. The text then needs only escapes that are two bytes
// long, because each inserted u is written as \u. So writeShort can write the text.

const (
	longPart = 48                      // number of characters written at a time
	longMost = 4                       // maximum number of six-byte escapes in a part; with more, the result might not fit in one block
	longRoom = 4                       // number of inserted bytes
	longLeft = longPart + isa.Block512 // number of bytes that must be left to read the next block; this is also enough for the stores
)

// expandLong emits the loop for text in which few escapes take six bytes. The loop begins with the
// current block, which must be ASCII. It jumps to the label next if a block has too many six-byte
// escapes, or if characters other than control characters may have such escapes.
//
// Most of the time is spent on steps in general registers that wait for each other. Therefore, the
// masks of the next block are computed in advance.
func (m *quote512) expandLong(q *quoter, calm reg.GPVirtual, notASCII, next string) {
	const secondDigit = 0x10 // this bit of a control character determines the second-to-last digit of its escape
	c := m.C
	q.jumpIfRule(ruleASCII|ruleHTML, next)
	p := &longPartFinder{quote512: m, q: q}
	p.second = m.Every(m.Data("secondDigit", isa.EightTimes(secondDigit)))
	p.escapes, p.long, p.secondDigits = c.K(), c.K(), c.K()
	p.find()
	m.Copy(q.x, q.previous) // any block of ASCII will do for q.previous, because all text before a part in this loop is ASCII

	c.Label("longPart")
	e, long, high, growth := p.take("longOther")
	most := c.GP64()
	c.MOVL(operand.U32(roundBlocks+1), most.As32())
	c.TESTQ(long, long)
	c.CMOVQNE(most, calm)
	last := m.lastBytes(q.x, e)
	q.Load(isa.At(q.s, longPart), q.x)
	p.find()
	v, bits := m.insertLong(last, e.bits, long, high)
	m.store(m.shortHalf(v, bits), isa.At(q.d, 0))
	lower := m.inHalf(bits)
	m.store(m.shortHalf(m.upperHalf(v, bits)), operand.Mem{Base: q.d, Index: lower, Scale: 1, Disp: half})
	p.pass(growth)
	c.DECQ(calm)
	c.JE(operand.LabelRef("blocks"))
	q.jumpIfLeft(longLeft, "longLast")
	m.JumpIfASCII([]isa.Vector{q.x}, "longPart")
	q.jumpIfLeft(m.longRoom(), "rest") // other loops need more
	c.JMP(operand.LabelRef(notASCII))

	// Less than a block is left after the last part, so the end of the store needs a mask.
	c.Label("longLast")
	m.JumpUnlessASCII([]isa.Vector{q.x}, "rest")
	e, long, high, growth = p.take("rest")
	v, bits = m.insertLong(m.lastBytes(q.x, e), e.bits, long, high)
	m.store(m.shortHalf(v, bits), isa.At(q.d, 0))
	lower, end := m.inHalf(bits), c.GP64()
	upper := m.shortHalf(m.upperHalf(v, bits))
	c.LEAQ(isa.At(growth, longPart-half), end)
	c.SUBQ(lower, end)
	m.storeFirst(end, upper, operand.Mem{Base: q.d, Index: lower, Scale: 1, Disp: half})
	p.pass(growth)
	c.JMP(operand.LabelRef("rest"))

	c.Label("longOther")
	q.jumpIfLeft(m.longRoom(), "rest")
	c.JMP(operand.LabelRef(next))
}

// A longPartFinder finds the parts of blocks for expandLong.
type longPartFinder struct {
	*quote512
	q                           *quoter
	second                      isa.Vector        // secondDigit in each lane
	escapes, long, secondDigits reg.OpmaskVirtual // the masks of the current block
}

// find classifies the characters of the current block.
func (p *longPartFinder) find() {
	c := p.C
	p.classifyText(p.q.x, p.q.class)
	c.VPMOVB2M(p.q.class, p.escapes)
	c.VPTESTMB(p.longBit, p.q.class, p.long)
	c.VPTESTMB(p.second, p.q.x, p.secondDigits)
}

// take returns the masks of the next part, which is the beginning of the classified block. It jumps
// to the label if this loop cannot write the part.
func (p *longPartFinder) take(other string) (e escapes, long, high, growth reg.GPVirtual) {
	c := p.C
	e, long, high = escapes{c.GP64(), p.escapes}, c.GP64(), c.GP64()
	c.KMOVQ(p.long, long)
	c.KMOVQ(p.escapes, e.bits)
	c.KMOVQ(p.secondDigits, high)
	part, count := p.quote512.Data("part", binary.LittleEndian.AppendUint64(nil, 1<<longPart-1)), c.GP64()
	growth = c.GP64()
	c.ANDQ(part, long)
	c.ANDQ(part, e.bits)
	c.POPCNTQ(long, count)
	c.CMPQ(count, operand.U8(longMost))
	c.JA(operand.LabelRef(other))
	c.POPCNTQ(e.bits, growth)
	c.LEAQ(operand.Mem{Base: growth, Index: count, Scale: longRoom}, growth)
	c.CMPQ(p.q.spare, growth)
	c.JB(operand.LabelRef(other))
	c.SUBQ(growth, p.q.spare)
	return e, long, high, growth
}

// pass advances to the end of the part.
func (p *longPartFinder) pass(growth reg.GPVirtual) {
	c := p.C
	c.LEAQ(operand.Mem{Base: p.q.d, Index: growth, Scale: 1, Disp: longPart}, p.q.d)
	c.ADDQ(operand.U8(longPart), p.q.s)
	c.SUBQ(operand.U8(longPart), p.q.left)
}

// insertLong makes room before the last byte of each long escape, and fills this room with the
// bytes between the backslash and the last byte. It returns the resulting block, and a mask of the
// characters in that block that need a backslash.
func (m *quote512) insertLong(last isa.Vector, bits, long, high reg.GPVirtual) (v isa.Vector, all reg.GPVirtual) {
	c := m.C
	c.ANDQ(long, high)

	// The room for each escape begins at the position of the escape, plus the sizes of all earlier
	// rooms.
	room, next := c.GP64(), c.GP64()
	c.ANDNQ(bits, long, bits)
	c.BLSIQ(long, room)
	for i := 1; i < longMost; i++ {
		c.BLSRQ(long, long)
		if i < longMost-1 {
			c.BLSIQ(long, next)
		} else {
			c.MOVQ(long, next) // at most one long escape is left
		}
		c.SHLQ(operand.U8(i*longRoom), next)
		c.ORQ(next, room)
	}
	source, rooms := c.GP64(), next // source is a mask of the positions of the original characters: ^(room * (1<<longRoom - 1))
	c.MOVQ(room, rooms)
	c.SHLQ(operand.U8(longRoom), rooms)
	c.LEAQ(isa.At(room, -1), source)
	c.SUBQ(rooms, source)

	letters, digits, text := c.K(), c.K(), c.K()
	v = m.Every(m.Data("zeroDigits", isa.EightTimes('0')))
	c.KMOVQ(room, letters)
	c.VMOVDQU8(m.Every(m.Data("letterU", isa.EightTimes('u'))), letters, v)
	c.PDEPQ(source, high, high)
	c.SHRQ(operand.U8(1), high) // the position before the last character of the escape
	c.KMOVQ(high, digits)
	c.VMOVDQU8(m.Every(m.Data("oneDigits", isa.EightTimes('1'))), digits, v)
	c.KMOVQ(source, text)
	c.VPEXPANDB(last, text, v)
	c.PDEPQ(source, bits, bits)
	c.ORQ(room, bits)
	return v, bits
}
