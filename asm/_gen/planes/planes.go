// Package planes has AVX-512 and AVX2 as the targets of circuits.
package planes

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Planes is a target among those that avo writes code for.
type Planes interface {
	circuit.Target
	Machine() isa.Machine

	// compress appends those of the bytes to what is at out of which the bit in the plane
	// is set. It may write up to a block more.
	Compress(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical)
	// CompressBeside may do so in between what is written next, up to a jump or a label.
	CompressBeside(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical)
	// CompressElements does so, with semicolons for the commas that are in objects.
	CompressElements(bytes circuit.Source, plane, inObject *circuit.Variable, out reg.GPPhysical)

	EmitLater() // what belongs at the end of the function

	// LastWord tells where the last word of a plane is in what carry keeps of it.
	LastWord() int

	LoadErrors(v *circuit.Variable)
	StoreErrors(v *circuit.Variable)
	SetIfNoErrors(result operand.Op)
}

// NewAMD64Planes returns what circuits are written for, with these registers for bases.
func New(m isa.Machine, bases map[string]reg.GPPhysical) Planes {
	switch m := m.(type) {
	case *isa.AVX2:
		return newPlanes256(m, bases)
	case *isa.AVX512:
		return NewPlanes512(m, bases)
	}
	panic("BUG: unknown machine")
}
