package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// NonASCII emits the searches for non-ASCII characters and their escapes. Both skip 64 bytes at a time
// if these have neither.
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

// constant returns the address of a vector in which every byte is b.
func (s search) constant(name string, b byte) operand.Mem {
	return s.m.Data(name, isa.Repeat(b, 32))
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

// indexUnseen emits the search for invisible characters. Each class of invisible characters and
// escapes has a bit. For each nibble of the last three bytes, a table gives the classes that the
// character or escape may belong to. What comes before the three digits of an escape is compared
// with \u or \u0.
func indexUnseen(m isa.Machine) {
	isa.Function(m, "indexUnseen", "func(b []byte) (at int, state uint8)",
		"indexUnseen"+m.Name()+" is IndexUnseen for at least 69 bytes, but ignores what ends in the first five bytes. If",
		"it finds nothing, state is 0, nothing ends before b[at], and fewer than 64 bytes are left from b[at] on.")
	c := m.Ctx()
	s := newSearch(m, unseenBefore)
	tables := unseenTables(m)
	half := s.every("half", 0x0F)
	zero, slash := c.YMM(), s.every("slash", '\\')
	c.VPXOR(zero, zero, zero)
	mask := c.GP64()

	c.Label("block")
	slashes, y := c.YMM(), c.YMM()
	c.VPCMPEQB(isa.At(s.p, -unseenBefore), slash, slashes)
	for _, at := range []int{32 - unseenBefore, 32 - 4} { // an escape that ends here may begin 4 or 5 bytes before
		c.VPCMPEQB(isa.At(s.p, at), slash, y)
		c.VPOR(y, slashes, slashes)
	}
	c.VPMOVMSKB(slashes, mask.As32())
	c.TESTL(mask.As32(), mask.As32())
	c.JNE(operand.LabelRef("escapes"))
	c.VMOVDQU(isa.At(s.p, 0), y)
	c.VPOR(isa.At(s.p, 32), y, y)
	c.VPMOVMSKB(y, mask.As32())
	c.TESTL(mask.As32(), mask.As32())
	c.JZ(operand.LabelRef("next"))
	s.unseen(tables, half, zero, mask, func(_ int, v reg.VecVirtual) { c.VPAND(s.constant("noEscape", unseenRaw), v, v) })
	c.JNE(operand.LabelRef("found"))
	c.JMP(operand.LabelRef("next"))

	c.Label("escapes")
	s.unseen(tables, half, zero, mask, func(offset int, v reg.VecVirtual) { s.keepEscaped(offset, slash, v) })
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

// unseen sets the register mask to the bytes at which something ends that is in a class. The function
// keep emits code that removes classes from a vector. The zero flag is set if there are none.
func (s search) unseen(tables [6]reg.VecVirtual, half, zero reg.VecVirtual, mask reg.GPVirtual, keep func(offset int, v reg.VecVirtual)) {
	c := s.m.Ctx()
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
		keep(offset, v)
		c.VPCMPEQB(zero, v, v)
	}, mask)
	c.NOTQ(mask)
	c.TESTQ(mask, mask)
}

// unseenBefore is how many bytes of an escape come before the last one that matters.
const unseenBefore = len(`\u007`)

// keepEscaped removes the classes of escapes from v where the bytes before them are not those of an
// escape.
func (s search) keepEscaped(offset int, slash, v reg.VecVirtual) {
	c := s.m.Ctx()
	at := func(before int) operand.Mem { return isa.At(s.p, offset-before) }
	before, letter, kept := c.YMM(), c.YMM(), c.YMM()
	c.VMOVDQU(at(4), letter)
	c.VPCMPEQB(letter, slash, before)
	c.VPCMPEQB(s.constant("letters", 'u'), letter, letter)
	c.VMOVDQU(at(3), kept)
	third := c.YMM()
	c.VPCMPEQB(s.constant("letters", 'u'), kept, third)
	c.VPAND(third, before, before) // \u before three digits
	c.VPCMPEQB(s.constant("zeros", '0'), kept, third)
	c.VPAND(third, letter, letter)
	c.VPCMPEQB(at(5), slash, third)
	c.VPAND(third, letter, letter) // \u0 before three digits
	c.VPAND(s.constant("threeDigits", unseenControl|unseenBidi), before, before)
	c.VPAND(s.constant("fourDigits", unseenDelete), letter, letter)
	c.VPOR(letter, before, before)
	c.VPOR(s.constant("noEscape", unseenRaw), before, before)
	c.VPAND(before, v, v)
}

// The classes of escapes.
const (
	unseenControl = 1 << (iota + 5) // \u000x, \u001x, \u008x and \u009x
	unseenBidi                      // \u202x and \u206x
	unseenDelete                    // \u007f

	unseenRaw = 1<<5 - 1 // the other classes
)

// unseenTables loads six tables, for both nibbles of each of the last three bytes of a character or
// escape. The bits that all six entries have in common are the classes that it belongs to.
func unseenTables(m isa.Machine) [6]reg.VecVirtual {
	const (
		embeds   = 1 << iota // U+202A to U+202E: E2 80 AA to AE
		isolates             // U+2066 to U+2069: E2 81 A6 to A9
		control              // U+0080 to U+009F: C2 80 to 9F
		last                 // the last two characters of a plane: BF BE and BF BF
		arabic               // U+FDD0 to U+FDEF: EF B7 90 to AF
		escapes  = unseenControl | unseenBidi | unseenDelete
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
		table("unseenHigh2", map[byte]byte{0x3: escapes | control | last, 0xE: embeds | isolates | arabic | control | last}, control|last),
		table("unseenLow2", map[byte]byte{
			0x0: unseenControl | unseenDelete | control | last, 0x2: unseenBidi | embeds | isolates | control | last, 0xF: arabic | control | last,
		}, control|last),
		table("unseenHigh1", map[byte]byte{0x3: escapes, 0x8: embeds | isolates, 0xC: control, 0xB: last | arabic}, 0),
		table("unseenLow1", map[byte]byte{0x0: unseenControl | unseenBidi | embeds, 0x1: isolates, 0x2: control, 0xF: last, 0x7: unseenDelete | arabic}, 0),
		table("unseenHigh", map[byte]byte{
			0x3: unseenControl | unseenBidi, 0x4: unseenDelete, 0x6: unseenDelete, 0x8: control, 0x9: control | arabic, 0xA: embeds | isolates | arabic, 0xB: last,
		}, 0),
		table("unseenLow", every(0, 1, unseenControl, every(8, 9, unseenControl, every(2, 2, unseenBidi, every(6, 6, unseenBidi|unseenDelete,
			every(0xA, 0xE, embeds, every(6, 9, isolates, every(0xE, 0xF, last, every(0, 0xF, control|arabic, map[byte]byte{})))))))), 0),
	}
}

// indexNonASCIIName emits the search for names. It adds a word with a bit for each non-ASCII byte and
// each \u, and a word with a bit for each byte that is not a quotation mark. The carries of this addition
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
	quote, colon, space := s.every("quote", '"'), s.every("colon", ':'), s.every("space", ' ')
	slash, u := s.every("slash", '\\'), s.every("u", 'u')
	outside, quotes, others := c.GP64(), c.GP64(), c.GP64()

	c.Label("block")
	s.mask(func(offset int, v reg.VecVirtual) {
		x, next := c.YMM(), c.YMM()
		c.VMOVDQU(isa.At(s.p, offset), x)
		c.VPCMPEQB(x, slash, v)
		c.VPCMPEQB(isa.At(s.p, offset+1), u, next)
		c.VPAND(next, v, v)
		c.VPOR(x, v, v)
	}, outside)
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
