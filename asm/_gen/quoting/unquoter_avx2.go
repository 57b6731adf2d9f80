package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// unquoter2 emits Unquote for AVX2.
//
// A block is two vectors, so that its backslashes are a word. A block without anything special is
// copied. Otherwise, the letters of escapes are looked up, and every eight bytes are shuffled by a
// table that drops those not to be kept.
//
// Reading always ends in the last block, which may be less than a block. It is filled up with
// zeros, at which reading stops as at any control character. Its result, if it has escapes, is
// first written to separate memory, because there may not be room for whole vectors.
type unquoter2 struct {
	unquoter
	own operand.Mem
}

const unquoteBlock = 64

const wordSize = 8

func (u *unquoter2) table16(name string, b []byte) isa.Vector {
	v := u.Vec()
	u.Ctx().VBROADCASTI128(u.Data(name, b), v)
	return v
}

// nibbleTable returns a table of the characters for VPSHUFB, indexed by their low nibbles, which
// must be different. Only these characters are equal to their entries.
func nibbleTable(characters string) []byte {
	table := isa.Repeat(0xFF, 16)
	for _, c := range []byte(characters) {
		table[c&0xF] = c
	}
	return table
}
