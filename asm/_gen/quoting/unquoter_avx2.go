package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// unquoter2 emits asm.Unquote for AVX2.
//
// A block is two vectors, so that its backslashes are a word. Where it has nothing special
// it is copied. Otherwise letters of escapes are looked up, and every eight bytes are
// shuffled by a table that drops what is not kept.
//
// Reading ends in one place only, the last block, which may be less than a block. It is
// filled up with zeros, at which it stops as at any control character. What it writes with
// escapes goes through memory of its own, since there may be no room for whole vectors.
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

// nibbleTable is a table for VPSHUFB by the low nibble, of characters which differ in it.
// No other byte finds itself there.
func nibbleTable(characters string) []byte {
	table := isa.Repeat(0xFF, 16)
	for _, c := range []byte(characters) {
		table[c&0xF] = c
	}
	return table
}
