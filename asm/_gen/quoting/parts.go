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
	plain         = 'a' // a character that is never escaped
)

// quoteMachine is an [isa.Machine] with the additional methods that [Quote] needs.
type quoteMachine interface {
	isa.Machine

	// keepQuoteConstants loads the constants that stay in registers all the time. keepLongConstants
	// loads the additional constants that writeLong needs. useQuoteConstants loads the other
	// constants that classifyText needs, and useUTF8Constants loads the constants that AddJudgement
	// needs. Each of these methods is called before the operation that needs its constants.
	keepQuoteConstants(q *quoter)
	keepLongConstants()
	useQuoteConstants(q *quoter)
	useUTF8Constants()

	// classifyText looks up which characters of x must be escaped. The block x may contain
	// non-ASCII bytes. The result in class is only meaningful to the methods below. classifyBlocks
	// does the same for several blocks, and also finds the characters whose escapes are six bytes
	// long.
	classifyText(x, class isa.Vector)
	classifyBlocks(xs, classes []isa.Vector)
	jumpUnlessClean(xs, classes []isa.Vector, label string) // jumps if a character must be escaped or is not ASCII
	jumpIfEscapes(xs, classes []isa.Vector, label string)
	jumpUnlessShort(xs, classes []isa.Vector, label string) // jumps if a character needs an escape of six bytes or is not ASCII
	escapes(xs, classes []isa.Vector) escapes
	escapesInASCII(classes []isa.Vector, e escapes)
	// testLong clears the zero flag if a character needs an escape of six bytes.
	testLong(classes []isa.Vector, e escapes)

	// nonASCII returns a mask of the non-ASCII bytes. separators returns a mask of the last byte of
	// each U+2028 (E2 80 A8) and U+2029 (E2 80 A9).
	nonASCII(x isa.Vector) reg.GPVirtual
	separators(x isa.Vector, before [3]isa.Vector) reg.GPVirtual

	store(v isa.Vector, to operand.Mem)
	// fewEscapes returns a limit: if fewSize bytes need at most this many escapes, the escapes are
	// written one at a time. If they need more, all escapes are written at once.
	fewEscapes() int
	// expandFew writes the current block, or jumps to the label if it cannot. The register count
	// holds the number of escapes in the block, which is at most fewEscapes. expandFew returns
	// false and emits nothing if the instruction set has no fast way to write such a block.
	expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool
	// writeShort writes the block x with its escapes, which must all be two bytes long. writeLong
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

	// quoteShort emits the code for an input of at most one block. It may jump to "rest".
	quoteShort(q *quoter)
	// loadRest loads and classifies q.n bytes, and pads the block with plain characters. storeRest
	// stores the q.n bytes. writeRest writes these bytes with escapes, or jumps to "restNoRoom".
	loadRest(q *quoter)
	storeRest(q *quoter)
	writeRest(q *quoter, e escapes)
	// laterRest emits those parts of the methods above that belong at the end of the function.
	laterRest(q *quoter)
}

// escapes holds the characters of a block that must be escaped.
type escapes struct {
	bits reg.GPVirtual
	k    reg.OpmaskVirtual // the same mask as bits; only used with AVX-512
}

// quoter emits [Quote].
type quoter struct {
	quoteMachine
	*utf8simd.Validator
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // number of bytes from s to the end of src
	spare            reg.GPVirtual // number of bytes from d to the end of dst, minus left
	errors, previous isa.Vector    // the UTF-8 errors found so far; the block before s, or a block of ASCII

	x, class isa.Vector    // the current block
	n        reg.GPVirtual // number of bytes of text in x, if x is the rest of the input
}

// one returns the current block as a slice. oneClass returns the class of that block as a slice.
func (q *quoter) one() []isa.Vector { return []isa.Vector{q.x} }

func (q *quoter) oneClass() []isa.Vector { return []isa.Vector{q.class} }
