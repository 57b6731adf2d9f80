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
	low    [2]isa.Vector // the same with letters made small, and brackets braces
	tokens reg.GPVirtual // where they begin
	digits reg.GPVirtual
	masks  [tokenKinds]operand.Mem // what look has found

	// Of several blocks: the one after the one at hand, or any, for the last one ends with a
	// newline; what one leaves for the next; how many tokens there are; and of which kinds.
	next      isa.Vector
	lastBlock isa.Vector
	wasNumber struct{ digit, exponent, unfinished, zero operand.Mem }
	counted   operand.Mem
	kinds     [tokenKinds]operand.Mem
	marksAt   operand.Mem // where those of the block at hand go
}

// every32 returns a vector of one byte in memory.
func (r *byteRules2) every32(b byte) operand.Mem {
	return r.Data(fmt.Sprintf("every%02X", b), isa.Repeat(b, 32))
}

func (r *byteRules2) newlines() isa.Vector {
	v := r.Vec()
	r.c.VMOVDQU(r.every32('\n'), v)
	return v
}

// inPlaceOrZeros are controls to which the distance is added: those of 80 and more stand for
// zeros.
func inPlaceOrZeros() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(0x70 + i%16)
	}
	return b
}

// The kinds of tokens: strings, for one, are those that begin with a quotation mark. Numbers
// and literals have none.
const (
	dotTokens = iota
	exponentTokens
	colonTokens
	stringTokens
	commaTokens
	openTokens
	closeTokens
	smallTokens // brackets are braces, and the others mean nothing
	tokenKinds
)
