// Package isa has what the kernels for AVX2 and AVX-512 are made of, in the terms of either instruction set.
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

// A Machine is an instruction set: how it does the few things that the kernels are
// made of. Addresses are of blocks, which have one byte for each lane of a vector.
type Machine interface {
	Begin() // starts a file
	Ctx() *build.Context
	Data(name string, b []byte) operand.Mem // adds read-only data, once for each name

	Name() string     // as in the names of functions: "AVX2"
	FileName() string // as in the names of files: "avx2"
	Width() int       // bytes of a vector

	Vec() Vector
	Load(from operand.Mem, v Vector)
	Or(a, b, dst Vector)
	Copy(v, dst Vector)
	Zero(v Vector)

	// LoadShort loads the n bytes at p, more than eight and fewer than a block, and
	// fills up with zeros. It reads nothing else.
	LoadShort(p, n reg.GPVirtual, v Vector)

	// SetIfZero sets dst to whether no bit of v is set; the jumps go by the top bits of
	// one vector, two or four.
	SetIfZero(v Vector, dst operand.Op)
	JumpIfASCII(vs []Vector, label string)
	JumpUnlessASCII(vs []Vector, label string)

	utf8Machine
	countMachine
	lineMachine
	bracketMachine
	signMachine
}

// Function begins a function with the signature and documentation that are given.
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

// typesOfFamilies returns a package with the types that signatures name.
func typesOfFamilies() *types.Package {
	all := types.NewPackage("families", "families")
	for _, named := range []string{"Closed", "Table", "Span"} {
		name := types.NewTypeName(token.NoPos, all, named, nil)
		types.NewNamed(name, types.NewStruct(nil, nil), nil)
		all.Scope().Insert(name)
	}
	return all
}

// Ret returns from the function. The upper halves of the vector registers must not
// be left dirty, or SSE code that comes after pays for it.
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

// file is what the machines have in common: the file at hand.
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

// Repeat returns b n times; EightTimes is what a broadcast of a quadword takes.
func Repeat(b byte, n int) []byte { return bytes.Repeat([]byte{b}, n) }

func EightTimes(b byte) []byte { return Repeat(b, 8) }

func At(base reg.Register, offset int) operand.Mem {
	return operand.Mem{Base: base, Disp: offset}
}
