// Package isa has the building blocks of the kernels for AVX2 and AVX-512. They are written in
// terms of a [Machine], which stands for one of the two instruction sets.
package isa

import (
	"bytes"
	"encoding/binary"
	"go/token"
	"go/types"

	"github.com/assayjson/assay/asm/gen/files"
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A Machine is an instruction set: it implements the operations that the kernels are made of. A
// vector is loaded from a block of bytes, with one byte for each lane.
type Machine interface {
	Begin() // starts a file
	Ctx() *build.Context
	Data(name string, b []byte) operand.Mem // returns the address of read-only data, which is added to the file only once for each name

	Name() string     // as in names of functions: "AVX2"
	FileName() string // as in names of files: "avx2"
	Width() int       // number of bytes of a vector

	Vec() Vector
	Load(from operand.Mem, v Vector)
	Or(a, b, dst Vector)
	Copy(v, dst Vector)
	Zero(v Vector)

	// LoadShort loads the n bytes at p, and pads the vector with zeros. The number n must be
	// greater than eight and less than the size of a block. No other bytes are read.
	LoadShort(p, n reg.GPVirtual, v Vector)

	// SetIfZero sets dst to 1 if v is zero, and to 0 otherwise. JumpIfASCII and JumpUnlessASCII
	// test the top bits of one, two or four vectors.
	SetIfZero(v Vector, dst operand.Op)
	JumpIfASCII(vs []Vector, label string)
	JumpUnlessASCII(vs []Vector, label string)

	utf8Machine
	countMachine
	pairMachine
	bracketMachine
	dialectMachine
	signMachine
}

// Function begins a function with the given signature and documentation.
func Function(m Machine, name, signature string, doc ...string) {
	c := m.Ctx()
	c.Function(name + m.Name())
	c.Attributes(attr.NOSPLIT)
	c.Pragma("noescape")
	s, err := gotypes.ParseSignatureInPackage(typesOfFamilies(), signature)
	files.Must(err)
	c.Signature(s)
	c.Doc(doc...)
}

// typesOfFamilies returns a package that declares the types used in signatures.
func typesOfFamilies() *types.Package {
	all := types.NewPackage("families", "families")
	for _, named := range []string{"Closed", "Table", "Span"} {
		name := types.NewTypeName(token.NoPos, all, named, nil)
		types.NewNamed(name, types.NewStruct(nil, nil), nil)
		all.Scope().Insert(name)
	}
	return all
}

// Ret returns from the function. It first clears the upper halves of the vector registers, because
// SSE code that runs later would otherwise be slowed down.
func Ret(m Machine) {
	m.Ctx().VZEROUPPER()
	m.Ctx().RET()
}

// Result returns the address of the function's only result.
func Result(m Machine) operand.Mem {
	b, err := m.Ctx().ReturnIndex(0).Resolve()
	files.Must(err)
	return b.Addr
}

// file is the part that the machines have in common: the file that is being generated.
type file struct {
	C       *build.Context
	symbols map[string]operand.Mem
}

func (f *file) Begin() { *f = file{build.NewContext(), map[string]operand.Mem{}} }

func (f *file) Ctx() *build.Context { return f.C }

func (f *file) Data(name string, b []byte) operand.Mem {
	if address, ok := f.symbols[name]; ok {
		return address
	}
	address := f.C.StaticGlobal(name)
	f.C.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := 0; i < len(b); i += 8 {
		f.C.AddDatum(i, operand.U64(binary.LittleEndian.Uint64(b[i:])))
	}
	f.symbols[name] = address
	return address
}

// Repeat returns n bytes that are all b. EightTimes returns eight such bytes, as the operand of an
// instruction that broadcasts a quadword.
func Repeat(b byte, n int) []byte { return bytes.Repeat([]byte{b}, n) }

func EightTimes(b byte) []byte { return Repeat(b, 8) }

func At(base reg.Register, offset int) operand.Mem {
	return operand.Mem{Base: base, Disp: offset}
}
