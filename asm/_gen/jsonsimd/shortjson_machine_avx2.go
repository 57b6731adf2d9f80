package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const block2 = 64

// byteRules2 emits the parts of [ShortJSONByBytesAVX2].
type byteRules2 struct {
	*isa.AVX2
	maskRules
	block  [2]isa.Vector
	low    [2]isa.Vector // the block, with letters changed to lower case and square brackets changed to braces
	tokens reg.GPVirtual // where tokens begin
	digits reg.GPVirtual
	masks  [tokenKinds]operand.Mem // the results of look

	// The following fields are only used if there may be several blocks. The field next is the next
	// block. At the last block, next is arbitrary, which is harmless because the last block ends
	// with a newline. lastBlock and wasNumber describe the previous block. counted is the number of
	// tokens so far, and kinds holds a mask of these tokens for each kind.
	next      isa.Vector
	lastBlock isa.Vector
	wasNumber struct{ digit, exponent, unfinished, zero operand.Mem }
	counted   operand.Mem
	kinds     [tokenKinds]operand.Mem
	marksAt   operand.Mem // where the marks of the current block are written
}

// every32 returns a vector in memory in which every byte is b.
func (r *byteRules2) every32(b byte) operand.Mem {
	return r.Data(fmt.Sprintf("every%02X", b), isa.Repeat(b, 32))
}

func (r *byteRules2) newlines() isa.Vector {
	v := r.Vec()
	r.c.VMOVDQU(r.every32('\n'), v)
	return v
}

// inPlaceOrZeros returns controls for VPSHUFB. Adding a distance to all controls makes them move
// bytes down by that distance. Controls of 80 or more select zeros.
func inPlaceOrZeros() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(0x70 + i%16)
	}
	return b
}

// The kinds of tokens. For example, strings are tokens that begin with a quotation mark. Numbers
// and literals have no kind.
const (
	dotTokens = iota
	exponentTokens
	colonTokens
	stringTokens
	commaTokens
	openTokens
	closeTokens
	smallTokens // set for brackets that are braces, and clear for other brackets; meaningless for other tokens
	tokenKinds
)
