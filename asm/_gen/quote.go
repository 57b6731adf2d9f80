package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the fields of quoting.Table are. The Go code compares.
const (
	tableClass      = 0
	tableLast       = tableClass + 128
	tableHigh       = tableLast + 128
	tableParts      = tableHigh + 128
	tableLowNibble  = tableParts + 128
	tableHighNibble = tableLowNibble + 16
	tableWhole      = tableHighNibble + 16
	tableRules      = tableWhole + 256*8
)

func writeQuoteOffsets() {
	var c constants
	c.define("quoteTableClass", tableClass)
	c.define("quoteTableLast", tableLast)
	c.define("quoteTableHigh", tableHigh)
	c.define("quoteTableParts", tableParts)
	c.define("quoteTableLowNibble", tableLowNibble)
	c.define("quoteTableHighNibble", tableHighNibble)
	c.define("quoteTableWhole", tableWhole)
	c.define("quoteTableRules", tableRules)
	c.define("quoteNibblesLong", nibblesLong)
	c.write("quoting/quote", "Where the kernels find the fields of [Table].")
}

// The rules and other constants of package quoting.
const (
	ruleASCII     = 1 << 0
	ruleHTML      = 1 << 1
	ruleJS        = 1 << 2
	classEscaped  = 0x80
	classLong     = 0x40
	nibblesLong   = 0xF8
	partsPlain    = 0b100000
	escapesExpand = 5
	plain         = 'a' // a character that no rule escapes
)

// quoteMachine is what [quote] asks of an instruction set beyond what [validUTF8] does.
type quoteMachine interface {
	// keepQuoteConstants loads what there are registers for throughout, keepLongConstants
	// what writeLong needs besides; the next two load the rest of what comes after needs,
	// classifyText or addJudgement.
	keepQuoteConstants(q *quoter)
	keepLongConstants()
	useQuoteConstants(q *quoter)
	useUTF8Constants()

	// classifyText looks up which characters of x must be escaped. What class says of
	// them, and of bytes outside ASCII, is for the operations below. classifyBlocks does so
	// for blocks, and also finds out which need six bytes.
	classifyText(x, class vector)
	classifyBlocks(xs, classes []vector)
	jumpUnlessClean(xs, classes []vector, label string) // with an escape, or not ASCII
	jumpIfEscapes(xs, classes []vector, label string)
	jumpUnlessShort(xs, classes []vector, label string) // with an escape of six bytes, or not ASCII
	escapes(xs, classes []vector) escapes
	escapesInASCII(classes []vector, e escapes)
	// testLong clears the zero flag if there is an escape of six bytes.
	testLong(classes []vector, e escapes)

	// nonASCII returns which bytes are outside ASCII, one bit for each; separators where
	// U+2028 and U+2029 end, which are E2 80 A8 and E2 80 A9.
	nonASCII(x vector) reg.GPVirtual
	separators(x vector, before [3]vector) reg.GPVirtual

	store(v vector, to operand.Mem)
	// fewEscapes is how many of them, in a block of fewSize, are written one after the other
	// rather than at once.
	fewEscapes() int
	// expandFew writes the block at hand, if its escapes are no more than count, which is up
	// to fewEscapes, or jumps; or it does nothing and returns false.
	expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool
	// writeShort writes the block x with escapes of two bytes, for which room is bytes of
	// src are needed; writeLong with any, and it takes from spare what they need.
	writeShort(q *quoter, x vector, e escapes)
	writeLong(q *quoter, x vector, e escapes)
	shortRoom() int
	longRoom() int

	// expandLong may go on from the block at hand, which is ASCII, where there is a faster way
	// than writeLong; at the end of that it goes to one of the labels.
	expandLong(q *quoter, calm reg.GPVirtual, notASCII, next string)

	// quoteShort emits the way of up to a block, to "rest" in the end.
	quoteShort(q *quoter)
	// loadRest loads and classifies q.n bytes and fills up with plain characters,
	// storeRest stores them, and writeRest stores them with escapes, or jumps to
	// "restNoRoom".
	loadRest(q *quoter)
	storeRest(q *quoter)
	writeRest(q *quoter, e escapes)
	// laterRest emits what those left for the end.
	laterRest(q *quoter)
}

// escapes tell which characters of a block must be escaped.
type escapes struct {
	bits reg.GPVirtual
	k    reg.OpmaskVirtual // with AVX-512
}

// quoter emits quote.
type quoter struct {
	validator
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // bytes of src from s on
	spare            reg.GPVirtual // by how much dst is longer than that, from d on
	errors, previous vector        // of UTF-8; the block before the one at s, or ASCII

	x, class vector        // the block at hand
	n        reg.GPVirtual // how much of it is text, in the rest
}

// one returns the block at hand, as one of a number, and oneClass what is known of it.
func (q *quoter) one() []vector      { return []vector{q.x} }
func (q *quoter) oneClass() []vector { return []vector{q.class} }

// quote emits [Quote] for up to a window. Most text is clean: ASCII of which nothing
// must be escaped. So it goes by groups of four blocks, which are stored as they are, if
// only that is so, or after having been judged by the lookups of Keiser and Lemire (see
// [validUTF8]). With the first escape it changes to blocks, and remains with them until
// there was none in four: in text of one kind, each branch goes one way.
//
// A store of a whole block is within what the result takes, as long as as much of src
// is left: no character becomes shorter.
func quote(m machine) {
	function(m, "quote", "func(dst []byte, src string, t *Table) (written, read int, valid bool)",
		"quote"+m.name()+" is quoteGeneric, by groups of four blocks, for up to a window.")
	q := newQuoter(m)
	c := q.ctx()
	c.SUBQ(q.left, q.spare)
	c.JB(operand.LabelRef("nothing"))
	c.CMPQ(q.left, operand.U32(q.width()))
	c.JA(operand.LabelRef("long"))
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("nothing"))
	q.quoteShort(q)

	c.Label("nothing")
	zero := c.GP64()
	c.XORL(zero.As32(), zero.As32())
	q.returns(zero, zero)
	ret(q)

	c.Label("long")
	q.zero(q.errors)
	q.zero(q.previous)
	q.keepQuoteConstants(q)
	q.overlapping()
	q.groups()
	q.blocks()
	q.rest()
}

func newQuoter(m machine) *quoter {
	c := m.ctx()
	q := &quoter{
		validator: validator{machine: m, lastLimits: m.data("lastLimits", lastLimits(m.width()))},
		d:         c.GP64(), s: c.GP64(), table: c.GP64(), left: c.GP64(), spare: c.GP64(),
		errors: m.vec(), previous: m.vec(), x: m.vec(), class: m.vec(), n: c.GP64(),
	}
	c.Load(c.Param("dst").Base(), q.d)
	c.Load(c.Param("dst").Len(), q.spare)
	c.Load(c.Param("src").Base(), q.s)
	c.Load(c.Param("src").Len(), q.left)
	c.Load(c.Param("t"), q.table)
	return q
}

// returns stores results for valid text.
func (q *quoter) returns(written, read reg.GPVirtual) {
	c := q.ctx()
	c.Store(written, c.Return("written"))
	c.Store(read, c.Return("read"))
	c.MOVB(operand.U8(1), q.valid())
}

func (q *quoter) valid() operand.Mem {
	valid, err := q.ctx().Return("valid").Resolve()
	must(err)
	return valid.Addr
}

// span is where a block is to be read and written.
type span struct{ from, to operand.Mem }

// places returns those of blocks one after the other.
func (q *quoter) places(from, to reg.Register, n int) (p []span) {
	for i := range n {
		p = append(p, span{at(from, i*q.width()), at(to, i*q.width())})
	}
	return p
}

// overlapping emits the way of less than a group, if it can be stored as it is: by blocks
// that overlap.
func (q *quoter) overlapping() {
	c, w := q.ctx(), q.width()
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

// overlappingBlocks emits the way of blocks that cover more than so many bytes.
func (q *quoter) overlappingBlocks(name string, places []span, more int) {
	c := q.ctx()
	x, class := q.loadPlaces(places)
	q.jumpUnlessClean(x, class, name+"NotClean")
	q.storePlaces(x, places)
	q.returns(q.left, q.left)
	ret(q)

	c.Label(name + "NotClean")
	q.jumpIfEscapes(x, class, "blocks")
	q.jumpIfLeft(more+3, "blocks") // what stands before the last of the blocks
	later := q.judgePlaces(name, places, q.nothingBefore)
	q.copyPlaces(places)
	q.finishPlaces()
	later()
}

// lastGroup emits the way of what is left after groups, if it can be stored as it is: by one
// that overlaps what has been written before. That needed no escapes either, so it is where
// it would be written now.
func (q *quoter) lastGroup() {
	c, group := q.ctx(), 4*q.width()
	from, to := c.GP64(), c.GP64()
	places := q.places(from, to, 4)
	c.Label("lastGroup")
	length, err := c.Param("src").Len().Resolve()
	must(err)
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
	later := q.judgePlaces("last", places, func(vector) [3]vector { return q.before(places[0].from) })
	q.copyPlaces(places)
	q.finishPlaces()
	later()
}

// finishPlaces ends what has been stored to its end as it is.
func (q *quoter) finishPlaces() {
	c := q.ctx()
	c.ADDQ(q.left, q.s)
	c.ADDQ(q.left, q.d)
	q.load(at(q.s, -q.width()), q.previous)
	c.JMP(operand.LabelRef("end"))
}

// loadPlaces loads and classifies blocks.
func (q *quoter) loadPlaces(places []span) (x, class []vector) {
	q.useQuoteConstants(q)
	for i, p := range places {
		x, class = append(x, q.vec()), append(class, q.vec())
		q.load(p.from, x[i])
		q.classifyText(x[i], class[i])
	}
	return x, class
}

func (q *quoter) storePlaces(x []vector, places []span) {
	for i, p := range places {
		q.store(x[i], p.to)
	}
}

// copyPlaces is storePlaces where the blocks are in no register any more.
func (q *quoter) copyPlaces(places []span) {
	for _, p := range places {
		v := q.vec()
		q.load(p.from, v)
		q.store(v, p.to)
	}
}

// judgePlaces judges blocks, or goes to "blocks" if there is something in them that the
// rules leave to the caller. What stands before the first, beforeFirst tells; later emits
// the rest of the code.
func (q *quoter) judgePlaces(name string, places []span, beforeFirst func(vector) [3]vector) (later func()) {
	c := q.ctx()
	each := func(f func(x vector, before [3]vector)) {
		for i, p := range places {
			x := q.vec()
			q.load(p.from, x)
			if i == 0 {
				f(x, beforeFirst(x))
			} else {
				f(x, q.before(p.from))
			}
		}
	}
	q.jumpIfRule(ruleASCII, "blocks")
	q.useUTF8Constants()
	each(func(x vector, before [3]vector) { q.addJudgement(x, before, q.errors) })
	q.jumpIfRule(ruleJS, name+"Separators")
	c.Label(name + "PlacesJudged")
	return func() {
		c.Label(name + "Separators")
		each(func(x vector, before [3]vector) { q.jumpIfSeparator(x, before, "blocks") })
		c.JMP(operand.LabelRef(name + "PlacesJudged"))
	}
}

// groups emits the loop over groups that are stored as they are.
func (q *quoter) groups() {
	c, group := q.ctx(), 4*q.width()
	places := q.places(q.s, q.d, 4)
	c.Label("groups")
	q.jumpIfLeft(group, "lastGroup")
	c.Label("group")
	x, class := q.loadPlaces(places)
	q.jumpUnlessClean(x, class, "groupNotClean")
	q.addUnfinished()
	q.storePlaces(x, places)
	q.copy(x[3], q.previous)
	c.Label("groupStored")
	c.ADDQ(operand.U32(group), q.s)
	c.ADDQ(operand.U32(group), q.d)
	c.SUBQ(operand.U32(group), q.left)
	q.jumpUnlessLeft(group, "group")
	q.lastGroup()

	c.Label("groupNotClean")
	q.jumpIfEscapes(x, class, "blocks")
	later := q.judgePlaces("group", places, func(x vector) [3]vector { return q.shifted(q.previous, x) })
	q.copyPlaces(places)
	q.load(places[3].from, q.previous)
	c.JMP(operand.LabelRef("groupStored"))
	later()
}

// addUnfinished adds the errors of what is before ASCII.
func (q *quoter) addUnfinished() { q.or(q.unfinished(q.previous), q.errors, q.errors) }

func (q *quoter) jumpIfSeparator(x vector, before [3]vector, label string) {
	bits := q.separators(x, before)
	q.ctx().TESTQ(bits, bits)
	q.ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpIfRule(rule byte, label string) {
	q.ctx().TESTB(operand.U8(rule), at(q.table, tableRules))
	q.ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpIfLeft(less int, label string) {
	q.ctx().CMPQ(q.left, operand.U32(less))
	q.ctx().JB(operand.LabelRef(label))
}

func (q *quoter) jumpUnlessLeft(less int, label string) {
	q.ctx().CMPQ(q.left, operand.U32(less))
	q.ctx().JAE(operand.LabelRef(label))
}
