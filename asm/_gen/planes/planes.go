// Package planes implements AVX-512 and AVX2 as targets of circuits.
package planes

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Planes is a target whose code is written by avo.
type Planes interface {
	circuit.Target
	Machine() isa.Machine

	// Compress appends to the output the bytes whose bits are set in the plane. It may write up to
	// one block beyond the end of these bytes.
	Compress(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical)
	// CompressBeside is like Compress, but its code may be written later, up to the next jump, or
	// interleaved with the code that is written until then. A jump must follow before the next label.
	CompressBeside(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical)
	// CompressElements is like Compress, but replaces commas in objects with semicolons.
	CompressElements(bytes circuit.Source, plane, inObject *circuit.Variable, out reg.GPPhysical)

	EmitLater() // writes the code that belongs at the end of the function

	// LastWord returns where Carry stores the last word of a plane: the offset in bytes from the
	// beginning of the variable.
	LastWord() int

	LoadErrors(v *circuit.Variable)
	StoreErrors(v *circuit.Variable)
	SetIfNoErrors(result operand.Op)
}

// New returns the target for m. The map bases gives the register of each base.
func New(m isa.Machine, bases map[string]reg.GPPhysical) Planes {
	switch m := m.(type) {
	case *isa.AVX2:
		return newPlanes256(m, bases)
	case *isa.AVX512:
		return NewPlanes512(m, bases)
	}
	panic("BUG: unknown machine")
}
