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

// quoteMachine is an [isa.Machine] with the additional methods that [Quote] needs.
type quoteMachine interface {
	isa.Machine

	// keepQuoteConstants loads the constants that stay in registers all the time. keepLongConstants
	// loads the additional constants that writeLong needs. useQuoteConstants loads the other
	// constants that classifyText needs, and useUTF8Constants loads the constants that AddJudgement
	// needs. Each method is called before the operation that needs the constants.
	keepQuoteConstants(q *quoter)
	keepLongConstants()
	useQuoteConstants(q *quoter)
	useUTF8Constants()

	// classifyText looks up which characters of x must be escaped. The block x may contain
	// non-ASCII bytes. The result in class is only meaningful to the methods below. classifyBlocks
	// does the same for several blocks, and also finds the characters with escapes of six bytes.
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
	// fewEscapes returns the largest number of escapes in fewSize bytes for which the escapes are
	// written one at a time. If there are more escapes, all of them are written at once.
	fewEscapes() int
	// expandFew writes the current block, or jumps to the label if it cannot. The block has count
	// escapes, which are at most fewEscapes. expandFew returns false and emits nothing if the
	// instruction set has no fast way to do this.
	expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool
	// writeShort writes the block x with its escapes, which must all have two bytes. writeLong
	// writes x with escapes of any length, and decreases spare by the number of bytes that the
	// escapes add. writeShort requires that shortRoom bytes are left in src, and writeLong requires
	// that longRoom bytes are left.
	writeShort(q *quoter, x isa.Vector, e escapes)
	writeLong(q *quoter, x isa.Vector, e escapes)
	shortRoom() int
	longRoom() int

	// expandLong emits a loop that is faster than a loop with writeLong. It emits nothing if the
	// instruction set has no such loop. The loop begins at the current block, which must be ASCII.
	// It jumps to the labels notASCII and next at blocks that it cannot process.
	expandLong(q *quoter, calm reg.GPVirtual, notASCII, next string)

	// quoteShort emits the code for an input of up to a block. It may jump to "rest".
	quoteShort(q *quoter)
	// loadRest loads and classifies q.n bytes, and fills up the block with plain characters.
	// storeRest stores the q.n bytes. writeRest writes these bytes with escapes, or jumps to
	// "restNoRoom".
	loadRest(q *quoter)
	storeRest(q *quoter)
	writeRest(q *quoter, e escapes)
	// laterRest emits the code of the methods above that belongs at the end of the function.
	laterRest(q *quoter)
}

// escapes holds the characters of a block that must be escaped.
type escapes struct {
	bits reg.GPVirtual
	k    reg.OpmaskVirtual // the same as bits; only used with AVX-512
}

// quoter emits [Quote].
type quoter struct {
	quoteMachine
	*utf8simd.Validator
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // number of bytes of src from s on
	spare            reg.GPVirtual // number of bytes of dst from d on, minus left
	errors, previous isa.Vector    // errors of UTF-8; the block before s, or a block of ASCII

	x, class isa.Vector    // the current block
	n        reg.GPVirtual // length of the text in x, if x is the rest
}

// one returns the current block as a slice. oneClass returns the class of that block as a slice.
func (q *quoter) one() []isa.Vector { return []isa.Vector{q.x} }

func (q *quoter) oneClass() []isa.Vector { return []isa.Vector{q.class} }
