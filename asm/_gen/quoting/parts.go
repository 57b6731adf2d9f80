// Package quoting emits the kernels of asm/quoting.
package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/utf8simd"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The offsets of the fields of quoting.Table. The Go code checks them.
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

// quoteMachine is what [Quote] needs of an instruction set, in addition to what
// [utf8simd.ValidUTF8] needs.
type quoteMachine interface {
	isa.Machine

	// keepQuoteConstants loads the constants that stay in registers all the time. keepLongConstants
	// loads those that writeLong needs in addition. useQuoteConstants loads the other constants of
	// classifyText, and useUTF8Constants those of AddJudgement. Each is called before its
	// operation.
	keepQuoteConstants(q *quoter)
	keepLongConstants()
	useQuoteConstants(q *quoter)
	useUTF8Constants()

	// classifyText looks up which characters of x must be escaped. The result in class, which also
	// covers non-ASCII bytes, is only meaningful to the methods below. classifyBlocks does the same
	// for several blocks, and also finds the characters with escapes of six bytes.
	classifyText(x, class isa.Vector)
	classifyBlocks(xs, classes []isa.Vector)
	jumpUnlessClean(xs, classes []isa.Vector, label string) // jumps if there is an escape or a non-ASCII byte
	jumpIfEscapes(xs, classes []isa.Vector, label string)
	jumpUnlessShort(xs, classes []isa.Vector, label string) // jumps if there is an escape of six bytes or a non-ASCII byte
	escapes(xs, classes []isa.Vector) escapes
	escapesInASCII(classes []isa.Vector, e escapes)
	// testLong clears the zero flag if there is an escape of six bytes.
	testLong(classes []isa.Vector, e escapes)

	// nonASCII returns a mask of the non-ASCII bytes. separators returns a mask of the last byte of
	// each U+2028 (E2 80 A8) and U+2029 (E2 80 A9).
	nonASCII(x isa.Vector) reg.GPVirtual
	separators(x isa.Vector, before [3]isa.Vector) reg.GPVirtual

	store(v isa.Vector, to operand.Mem)
	// fewEscapes is the largest number of escapes in a block of fewSize bytes that are written one
	// at a time rather than all at once.
	fewEscapes() int
	// expandFew writes the current block, or jumps to the label if it cannot. The block has at most
	// fewEscapes escapes; count is their number. expandFew returns false and emits nothing if the
	// instruction set has no fast way to do this.
	expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool
	// writeShort writes the block x, whose escapes must all have two bytes. writeLong writes it
	// with any escapes, and subtracts from spare the bytes that these add. writeShort requires that
	// shortRoom bytes are left in src, and writeLong that longRoom are.
	writeShort(q *quoter, x isa.Vector, e escapes)
	writeLong(q *quoter, x isa.Vector, e escapes)
	shortRoom() int
	longRoom() int

	// expandLong emits a loop that is faster than one with writeLong, if the instruction set has
	// one. The loop begins at the current block, which must be ASCII, and at its end jumps to one
	// of the labels.
	expandLong(q *quoter, calm reg.GPVirtual, notASCII, next string)

	// quoteShort emits the code for an input of up to a block. It may jump to "rest".
	quoteShort(q *quoter)
	// loadRest loads and classifies q.n bytes, filled up with plain characters. storeRest stores
	// them. writeRest writes them with escapes, or jumps to "restNoRoom".
	loadRest(q *quoter)
	storeRest(q *quoter)
	writeRest(q *quoter, e escapes)
	// laterRest emits code of these methods that belongs at the end of the function.
	laterRest(q *quoter)
}

// escapes holds the characters of a block that must be escaped.
type escapes struct {
	bits reg.GPVirtual
	k    reg.OpmaskVirtual // the same as bits; only for AVX-512
}

// quoter emits [Quote].
type quoter struct {
	quoteMachine
	*utf8simd.Validator
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // number of bytes of src from s on
	spare            reg.GPVirtual // number of bytes of dst from d on, minus left
	errors, previous isa.Vector    // errors of UTF-8; the block before the one at s, or ASCII

	x, class isa.Vector    // the current block
	n        reg.GPVirtual // length of the text in x, if x is the rest
}

// one returns the current block in the form of a list, and oneClass its class.
func (q *quoter) one() []isa.Vector { return []isa.Vector{q.x} }

func (q *quoter) oneClass() []isa.Vector { return []isa.Vector{q.class} }
