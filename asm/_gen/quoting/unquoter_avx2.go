package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// unquoter2 emits Unquote for AVX2.
//
// A block is two vectors, so the mask of its backslashes is a word. A block without special
// characters is copied. In other blocks, the letters of escapes are looked up. Then a table of
// shuffles drops the surplus bytes from each group of eight bytes.
//
// Reading always ends in the last block, which may be incomplete. It is then padded with zeros, and
// reading stops at a zero as at any control character. If the last block has escapes, its result is
// first written to separate memory, because dst may not have room for whole vectors.
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
// must be different. Only these characters are equal to the entries that they select.
func nibbleTable(characters string) []byte {
	table := isa.Repeat(0xFF, 16)
	for _, c := range []byte(characters) {
		table[c&0xF] = c
	}
	return table
}
