package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/reg"
)

// unquoter512 emits asm.Unquote for AVX-512.
//
// Groups of four blocks that have nothing special are copied. In other groups all blocks
// are decoded, without asking which have an escape: letters of escapes are looked up under
// a mask, and VPCOMPRESSB drops the backslashes before them.
//
// Reading ends in one place only, the last block, which may be less than a block. It is
// filled up with zeros, at which it stops as at any control character. Where a block
// within the input has to stop, it is made the last. So is one that has escapes of units,
// after which reading goes on.
type unquoter512 struct {
	unquoter

	patience  reg.GPVirtual // how many blocks without units to go on with as if there were some
	lastGroup reg.GPVirtual

	classes, meanings           [2]isa.Vector
	backslashes, badEscapes, us isa.Vector
}

// loadTable loads a table by ASCII for VPERMI2B.
func (u *unquoter512) loadTable(name string, table []byte, halves [2]isa.Vector) {
	for i, half := range halves {
		u.Load(u.Data(name, table).Offset(i*u.Width()), half)
	}
}

// loadSame loads a byte into all lanes.
func (u *unquoter512) loadSame(name string, b byte, v isa.Vector) {
	u.Ctx().VPBROADCASTQ(u.Data(name, isa.EightTimes(b)), v)
}

func (u *unquoter512) same(name string, b byte) isa.Vector {
	v := u.Vec()
	u.loadSame(name, b, v)
	return v
}
