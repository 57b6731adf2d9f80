package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/reg"
)

// unquoter512 emits Unquote for AVX-512.
//
// Groups of four blocks without special characters are copied. In other groups, all blocks are
// decoded, whether they have an escape or not. The letters of escapes are looked up under a mask,
// and VPCOMPRESSB drops the backslashes before the letters.
//
// Reading always ends in the last block, which may be incomplete. It is then padded with zeros, and
// reading stops at a zero as at any control character. If reading has to stop in an earlier block,
// that block is processed as the last block. A block with \u escapes is processed in this way, too,
// but reading continues after it.
type unquoter512 struct {
	unquoter

	patience  reg.GPVirtual // how many more blocks without \u escapes are processed as if they had such escapes
	lastGroup reg.GPVirtual

	classes, meanings           [2]isa.Vector
	backslashes, badEscapes, us isa.Vector
}

// loadTable loads a table for VPERMI2B that is indexed by ASCII characters.
func (u *unquoter512) loadTable(name string, table []byte, halves [2]isa.Vector) {
	for i, half := range halves {
		u.Load(u.Data(name, table).Offset(i*u.Width()), half)
	}
}

// loadSame loads the same byte into all lanes.
func (u *unquoter512) loadSame(name string, b byte, v isa.Vector) {
	u.Ctx().VPBROADCASTQ(u.Data(name, isa.EightTimes(b)), v)
}

func (u *unquoter512) same(name string, b byte) isa.Vector {
	v := u.Vec()
	u.loadSame(name, b, v)
	return v
}
