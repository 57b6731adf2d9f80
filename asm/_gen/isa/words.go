package isa

import (
	"github.com/assayjson/assay/asm/gen/files"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
)

func Address(component gotypes.Component) operand.Mem {
	b, err := component.Resolve()
	files.Must(err)
	return b.Addr
}

// Word returns the first eight bytes of b as a little-endian word.
func Word(b []byte) (w uint64) {
	for i := range 8 {
		w |= uint64(b[i]) << (8 * i)
	}
	return w
}

const Block512 = 64

func ParamOf(m Machine, name string) operand.Mem { return Address(m.Ctx().Param(name)) }

func ResultOf(m Machine, name string) operand.Mem { return Address(m.Ctx().Return(name)) }
