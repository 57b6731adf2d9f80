// Package quoting emits the kernels of asm/quoting.
package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/utf8simd"
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

// quoteMachine is what [quote] asks of an instruction set beyond what [ValidUTF8] does.
type quoteMachine interface {
	isa.Machine

	// keepQuoteConstants loads what there are registers for throughout, keepLongConstants
	// what writeLong needs besides; the next two load the rest of what comes after needs,
	// classifyText or AddJudgement.
	keepQuoteConstants(q *quoter)
	keepLongConstants()
	useQuoteConstants(q *quoter)
	useUTF8Constants()

	// classifyText looks up which characters of x must be escaped. What class says of
	// them, and of bytes outside ASCII, is for the operations below. classifyBlocks does so
	// for blocks, and also finds out which need six bytes.
	classifyText(x, class isa.Vector)
	classifyBlocks(xs, classes []isa.Vector)
	jumpUnlessClean(xs, classes []isa.Vector, label string) // with an escape, or not ASCII
	jumpIfEscapes(xs, classes []isa.Vector, label string)
	jumpUnlessShort(xs, classes []isa.Vector, label string) // with an escape of six bytes, or not ASCII
	escapes(xs, classes []isa.Vector) escapes
	escapesInASCII(classes []isa.Vector, e escapes)
	// testLong clears the zero flag if there is an escape of six bytes.
	testLong(classes []isa.Vector, e escapes)

	// nonASCII returns which bytes are outside ASCII, one bit for each; separators where
	// U+2028 and U+2029 end, which are E2 80 A8 and E2 80 A9.
	nonASCII(x isa.Vector) reg.GPVirtual
	separators(x isa.Vector, before [3]isa.Vector) reg.GPVirtual

	store(v isa.Vector, to operand.Mem)
	// fewEscapes is how many of them, in a block of fewSize, are written one after the other
	// rather than at once.
	fewEscapes() int
	// expandFew writes the block at hand, if its escapes are no more than count, which is up
	// to fewEscapes, or jumps; or it does nothing and returns false.
	expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool
	// writeShort writes the block x with escapes of two bytes, for which room is bytes of
	// src are needed; writeLong with any, and it takes from spare what they need.
	writeShort(q *quoter, x isa.Vector, e escapes)
	writeLong(q *quoter, x isa.Vector, e escapes)
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
	quoteMachine
	*utf8simd.Validator
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // bytes of src from s on
	spare            reg.GPVirtual // by how much dst is longer than that, from d on
	errors, previous isa.Vector    // of UTF-8; the block before the one at s, or ASCII

	x, class isa.Vector    // the block at hand
	n        reg.GPVirtual // how much of it is text, in the rest
}

// one returns the block at hand, as one of a number, and oneClass what is known of it.
func (q *quoter) one() []isa.Vector { return []isa.Vector{q.x} }

func (q *quoter) oneClass() []isa.Vector { return []isa.Vector{q.class} }
