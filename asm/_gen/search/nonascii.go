package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// NonASCII emits the searches for non-ASCII characters. Both skip 64 ASCII bytes at a time.
func NonASCII(m isa.Machine) {
	indexUnseen(m)
	indexNonASCIIName(m)
}

// A search goes over the parameter b of a kernel, 64 bytes at a time. It also examines bytes just
// before or after these 64 bytes.
type search struct {
	m              isa.Machine
	begin, p, left reg.GPVirtual
}

// newSearch returns a search that begins at b[before:].
func newSearch(m isa.Machine, before int) search {
	c := m.Ctx()
	s := search{m, c.GP64(), c.GP64(), c.GP64()}
	c.Load(c.Param("b").Base(), s.begin)
	c.Load(c.Param("b").Len(), s.left)
	c.LEAQ(isa.At(s.begin, before), s.p)
	return s
}

// next advances by 64 bytes. It jumps to the label "block" if at least 64+after bytes are left.
func (s search) next(after int) {
	c, end := s.m.Ctx(), s.m.Ctx().GP64()
	c.Label("next")
	c.ADDQ(operand.U8(64), s.p)
	c.LEAQ(operand.Mem{Base: s.begin, Index: s.left, Scale: 1, Disp: -64 - after}, end)
	c.CMPQ(s.p, end)
	c.JBE(operand.LabelRef("block"))
}

// found advances p to the lowest bit of mask.
func (s search) found(mask reg.GPVirtual) {
	c := s.m.Ctx()
	c.TZCNTQ(mask, mask)
	c.ADDQ(mask, s.p)
}

// ret emits the end of the kernel, which returns the offset of p and the state.
func (s search) ret(state operand.Op) {
	c := s.m.Ctx()
	c.SUBQ(s.begin, s.p)
	c.Store(s.p, c.Return("at"))
	c.Store(state.(reg.Register), c.Return("state"))
	isa.Ret(s.m)
}

// every returns a vector in which every byte is b.
func (s search) every(name string, b byte) reg.VecVirtual {
	v := s.m.Ctx().YMM()
	s.m.Ctx().VPBROADCASTQ(s.m.Data(name, isa.EightTimes(b)), v)
	return v
}

// mask tests two vectors, and sets the register mask to the results, with one bit for each of 64
// bytes. The function test emits code that sets the top bits of those bytes of v for which the test
// is true.
func (s search) mask(test func(offset int, v reg.VecVirtual), mask reg.GPVirtual) {
	c := s.m.Ctx()
	v, high := c.YMM(), c.GP64()
	test(0, v)
	c.VPMOVMSKB(v, mask.As32())
	test(32, v)
	c.VPMOVMSKB(v, high.As32())
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, mask)
}

// indexUnseen emits the search for invisible characters. Each class of invisible characters has a
// bit. For each nibble of the last three bytes of a character, a table gives the classes that the
// character may belong to.
func indexUnseen(m isa.Machine) {
	isa.Function(m, "indexUnseen", "func(b []byte) (at int, state uint8)",
		"indexUnseen"+m.Name()+" is IndexUnseen for at least 66 bytes, but ignores a character that ends in the first",
		"two bytes. If it finds no invisible character, state is 0, no such character ends before b[at], and",
		"fewer than 64 bytes are left from b[at] on.")
	c := m.Ctx()
	s := newSearch(m, 2)
	tables := unseenTables(m)
	half := s.every("half", 0x0F)
	zero := c.YMM()
	c.VPXOR(zero, zero, zero)
	mask := c.GP64()

	c.Label("block")
	x := c.YMM()
	c.VMOVDQU(isa.At(s.p, 0), x)
	c.VPOR(isa.At(s.p, 32), x, x)
	c.VPMOVMSKB(x, mask.As32())
	c.TESTL(mask.As32(), mask.As32())
	c.JZ(operand.LabelRef("next"))
	s.mask(func(offset int, v reg.VecVirtual) {
		low, high := c.YMM(), c.YMM()
		for i := range 3 {
			c.VMOVDQU(isa.At(s.p, offset-2+i), low)
			c.VPSRLW(operand.U8(4), low, high)
			c.VPAND(half, low, low)
			c.VPAND(half, high, high)
			c.VPSHUFB(high, tables[2*i], high)
			c.VPSHUFB(low, tables[2*i+1], low)
			if i > 0 {
				c.VPAND(v, low, low)
			}
			c.VPAND(low, high, v)
		}
		c.VPCMPEQB(zero, v, v)
	}, mask)
	c.NOTQ(mask)
	c.TESTQ(mask, mask)
	c.JNE(operand.LabelRef("found"))
	s.next(0)
	state := c.GP64()
	c.XORL(state.As32(), state.As32())
	c.JMP(operand.LabelRef("end"))

	c.Label("found")
	s.found(mask)
	c.MOVL(operand.U32(1), state.As32())
	c.Label("end")
	s.ret(state.As8())
}

// unseenTables loads six tables, for both nibbles of each of the last three bytes of a character.
// The bits that all six entries have in common are the classes of invisible characters that the
// character belongs to.
func unseenTables(m isa.Machine) [6]reg.VecVirtual {
	const (
		embeds   = 1 << iota // U+202A to U+202E: E2 80 AA to AE
		isolates             // U+2066 to U+2069: E2 81 A6 to A9
		control              // U+0080 to U+009F: C2 80 to 9F
		last                 // the last two characters of a plane: BF BE and BF BF
		arabic               // U+FDD0 to U+FDEF: EF B7 90 to AF
	)
	c := m.Ctx()
	table := func(name string, classes map[byte]byte, others byte) reg.VecVirtual {
		t := isa.Repeat(others, 16)
		for half, c := range classes {
			t[half] = c
		}
		v := c.YMM()
		c.VBROADCASTI128(m.Data(name, t), v)
		return v
	}
	every := func(from, to, class byte, t map[byte]byte) map[byte]byte {
		for half := from; half <= to; half++ {
			t[half] |= class
		}
		return t
	}
	return [6]reg.VecVirtual{
		table("unseenHigh2", map[byte]byte{0xE: embeds | isolates | arabic | control | last}, control|last),
		table("unseenLow2", map[byte]byte{0x2: embeds | isolates | control | last, 0xF: arabic | control | last}, control|last),
		table("unseenHigh1", map[byte]byte{0x8: embeds | isolates, 0xC: control, 0xB: last | arabic}, 0),
		table("unseenLow1", map[byte]byte{0x0: embeds, 0x1: isolates, 0x2: control, 0xF: last, 0x7: arabic}, 0),
		table("unseenHigh", map[byte]byte{0x8: control, 0x9: control | arabic, 0xA: embeds | isolates | arabic, 0xB: last}, 0),
		table("unseenLow", every(0xA, 0xE, embeds, every(6, 9, isolates, every(0xE, 0xF, last, every(0, 0xF, control|arabic, map[byte]byte{})))), 0),
	}
}

// indexNonASCIIName emits the search for names. It adds a word with a bit for each non-ASCII byte
// and a word with a bit for each byte that is not a quotation mark. The carries of this addition
// run to the next quotation mark.
func indexNonASCIIName(m isa.Machine) {
	isa.Function(m, "indexNonASCIIName", "func(b []byte, open bool) (at int, state uint8)",
		"indexNonASCIIName"+m.Name()+" is indexNonASCIINameGeneric from b[1] on, for at least 66 bytes. If it finds a",
		"quotation mark, state is 2. Otherwise, state is the value of open for b[at], as 1 or 0, there is no such",
		"quotation mark before b[at], and fewer than 65 bytes are left from b[at] on.")
	c := m.Ctx()
	s := newSearch(m, 1)
	open := c.GP64()
	c.Load(c.Param("open"), open.As8())
	c.MOVBLZX(open.As8(), open.As32())
	quote, colon, space, slash := s.every("quote", '"'), s.every("colon", ':'), s.every("space", ' '), s.every("slash", '\\')
	outside, quotes, others := c.GP64(), c.GP64(), c.GP64()

	c.Label("block")
	s.mask(func(offset int, v reg.VecVirtual) { c.VMOVDQU(isa.At(s.p, offset), v) }, outside)
	c.MOVQ(outside, others)
	c.ORQ(open, others)
	c.JZ(operand.LabelRef("next"))
	s.mask(func(offset int, v reg.VecVirtual) { c.VPCMPEQB(isa.At(s.p, offset), quote, v) }, quotes)
	c.MOVQ(quotes, others)
	c.NOTQ(others)
	c.NEGQ(open) // sets the carry flag if open is 1
	c.ADCQ(others, outside)
	c.SETCS(open.As8())
	c.MOVBLZX(open.As8(), open.As32())
	c.ANDQ(outside, quotes)
	c.JZ(operand.LabelRef("next"))
	s.mask(func(offset int, v reg.VecVirtual) {
		x, y := c.YMM(), c.YMM()
		c.VMOVDQU(isa.At(s.p, offset+1), x)
		c.VPCMPEQB(x, colon, y)
		c.VPMINUB(x, space, v)
		c.VPCMPEQB(x, v, v)
		c.VPOR(y, v, v)
		c.VPCMPEQB(isa.At(s.p, offset-1), slash, y)
		c.VPOR(y, v, v)
	}, others)
	c.ANDQ(others, quotes)
	c.JNE(operand.LabelRef("found"))
	s.next(1)
	c.JMP(operand.LabelRef("end"))

	c.Label("found")
	s.found(quotes)
	c.MOVL(operand.U32(2), open.As32())
	c.Label("end")
	s.ret(open.As8())
}
