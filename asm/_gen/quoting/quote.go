package quoting

import (
	"github.com/assayjson/assay/asm/gen/files"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/utf8simd"
	"github.com/mmcloughlin/avo/operand"
)

func WriteQuoteOffsets() {
	var c files.Constants
	c.Define("quoteTableClass", tableClass)
	c.Define("quoteTableLast", tableLast)
	c.Define("quoteTableHigh", tableHigh)
	c.Define("quoteTableParts", tableParts)
	c.Define("quoteTableLowNibble", tableLowNibble)
	c.Define("quoteTableHighNibble", tableHighNibble)
	c.Define("quoteTableWhole", tableWhole)
	c.Define("quoteTableRules", tableRules)
	c.Define("quoteNibblesLong", nibblesLong)
	c.Write("quoting/quote", "The offsets at which the kernels access the fields of [Table].")
}

// Quote emits the kernels of quoting.Quote for text of at most one window, see quoteWindows in
// asm/quoting. Most text is clean: it is ASCII, and no character must be escaped. So the input is
// processed in groups of four blocks. A clean group is stored unchanged. A group that is not ASCII,
// but has no characters to be escaped, is also stored unchanged, after its UTF-8 has been checked
// by the lookups of Keiser and Lemire (see [utf8simd.ValidUTF8]). At the first character to be
// escaped, the kernel changes to loops over single blocks. It changes back after four blocks in a
// row without escapes. So in uniform text, each branch always goes the same way.
//
// A store of a whole block does not go beyond the result if at least a block of src is left,
// because no character becomes shorter.
func Quote(m isa.Machine) {
	isa.Function(m, "quote", "func(dst []byte, src string, t *Table) (written, read int, valid bool)",
		"quote"+m.Name()+" is quoteGeneric for text of at most one window, processing groups of four blocks.")
	q := newQuoter(m)
	c := q.Ctx()
	c.SUBQ(q.left, q.spare)
	c.JB(operand.LabelRef("nothing"))
	c.CMPQ(q.left, operand.U32(q.Width()))
	c.JA(operand.LabelRef("long"))
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("nothing"))
	q.quoteShort(q)

	c.Label("nothing")
	zero := c.GP64()
	c.XORL(zero.As32(), zero.As32())
	q.returns(zero, zero)
	isa.Ret(q)

	c.Label("long")
	q.Zero(q.errors)
	q.Zero(q.previous)
	q.keepQuoteConstants(q)
	q.overlapping()
	q.groups()
	q.blocks()
	q.rest()
}

func newQuoteMachine(m isa.Machine) quoteMachine {
	switch m := m.(type) {
	case *isa.AVX2:
		return &quote2{AVX2: m}
	case *isa.AVX512:
		return &quote512{AVX512: m}
	}
	panic("BUG: unknown machine")
}

func newQuoter(instructions isa.Machine) *quoter {
	m := newQuoteMachine(instructions)
	c := m.Ctx()
	q := &quoter{
		quoteMachine: m,
		Validator:    &utf8simd.Validator{Machine: m, LastLimits: m.Data("lastLimits", utf8simd.LastLimits(m.Width()))},
		d:            c.GP64(), s: c.GP64(), table: c.GP64(), left: c.GP64(), spare: c.GP64(),
		errors: m.Vec(), previous: m.Vec(), x: m.Vec(), class: m.Vec(), n: c.GP64(),
	}
	c.Load(c.Param("dst").Base(), q.d)
	c.Load(c.Param("dst").Len(), q.spare)
	c.Load(c.Param("src").Base(), q.s)
	c.Load(c.Param("src").Len(), q.left)
	c.Load(c.Param("t"), q.table)
	return q
}

// overlapping emits the code for an input that is shorter than a group. If nothing must be escaped,
// the code stores the input unchanged, in blocks that overlap.
func (q *quoter) overlapping() {
	c, w := q.Ctx(), q.Width()
	end, into := c.GP64(), c.GP64()
	q.jumpUnlessLeft(4*w, "groups")
	c.LEAQ(operand.Mem{Base: q.s, Index: q.left, Scale: 1, Disp: -2 * w}, end)
	c.LEAQ(operand.Mem{Base: q.d, Index: q.left, Scale: 1, Disp: -2 * w}, into)
	four := append(q.places(q.s, q.d, 2), q.places(end, into, 2)...)
	two := []span{four[0], four[3]}
	q.jumpUnlessLeft(2*w+1, "fourBlocks")
	q.overlappingBlocks("two", two, w)
	c.Label("fourBlocks")
	q.overlappingBlocks("four", four, 2*w)
}

// overlappingBlocks emits the code for an input that is longer than the given number of bytes and
// is covered by the blocks at places.
func (q *quoter) overlappingBlocks(name string, places []span, more int) {
	c := q.Ctx()
	x, class := q.loadPlaces(places)
	q.jumpUnlessClean(x, class, name+"NotClean")
	q.storePlaces(x, places)
	q.returns(q.left, q.left)
	isa.Ret(q)

	c.Label(name + "NotClean")
	q.jumpIfEscapes(x, class, "blocks")
	q.jumpIfLeft(more+3, "blocks") // at least three bytes must come before the last block
	later := q.judgePlaces(name, places, q.NothingBefore)
	q.copyPlaces(places)
	q.finishPlaces()
	later()
}

// lastGroup emits the code for the text that is left after the groups, if that text can be stored
// unchanged. The code stores a group that ends with the text and overlaps the previous group. The
// previous group had no escapes either, so the overlapping bytes are just written twice to the same
// position.
func (q *quoter) lastGroup() {
	c, group := q.Ctx(), 4*q.Width()
	from, to := c.GP64(), c.GP64()
	places := q.places(from, to, 4)
	c.Label("lastGroup")
	length, err := c.Param("src").Len().Resolve()
	files.Must(err)
	c.CMPQ(length.Addr, operand.U32(group+3))
	c.JB(operand.LabelRef("blocks"))
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("end"))
	c.LEAQ(operand.Mem{Base: q.s, Index: q.left, Scale: 1, Disp: -group}, from)
	c.LEAQ(operand.Mem{Base: q.d, Index: q.left, Scale: 1, Disp: -group}, to)
	x, class := q.loadPlaces(places)
	q.jumpUnlessClean(x, class, "lastNotClean")
	q.storePlaces(x, places)
	c.ADDQ(q.left, q.s)
	c.ADDQ(q.left, q.d)
	c.JMP(operand.LabelRef("end"))

	c.Label("lastNotClean")
	q.jumpIfEscapes(x, class, "blocks")
	later := q.judgePlaces("last", places, func(isa.Vector) [3]isa.Vector { return q.Before(places[0].from) })
	q.copyPlaces(places)
	q.finishPlaces()
	later()
}

// finishPlaces advances to the end, after everything has been stored unchanged.
func (q *quoter) finishPlaces() {
	c := q.Ctx()
	c.ADDQ(q.left, q.s)
	c.ADDQ(q.left, q.d)
	q.Load(isa.At(q.s, -q.Width()), q.previous)
	c.JMP(operand.LabelRef("end"))
}

// groups emits the loop over groups that are stored unchanged.
func (q *quoter) groups() {
	c, group := q.Ctx(), 4*q.Width()
	places := q.places(q.s, q.d, 4)
	c.Label("groups")
	q.jumpIfLeft(group, "lastGroup")
	c.Label("group")
	x, class := q.loadPlaces(places)
	q.jumpUnlessClean(x, class, "groupNotClean")
	q.addUnfinished()
	q.storePlaces(x, places)
	q.Copy(x[3], q.previous)
	c.Label("groupStored")
	c.ADDQ(operand.U32(group), q.s)
	c.ADDQ(operand.U32(group), q.d)
	c.SUBQ(operand.U32(group), q.left)
	q.jumpUnlessLeft(group, "group")
	q.lastGroup()

	c.Label("groupNotClean")
	q.jumpIfEscapes(x, class, "blocks")
	later := q.judgePlaces("group", places, func(x isa.Vector) [3]isa.Vector { return q.Shifted(q.previous, x) })
	q.copyPlaces(places)
	q.Load(places[3].from, q.previous)
	c.JMP(operand.LabelRef("groupStored"))
	later()
}
