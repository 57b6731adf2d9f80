package main

import (
	"bytes"
	"encoding/binary"
	"go/token"
	"go/types"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A vector is a register of the machine's width.
type vector = reg.VecVirtual

// A machine is an instruction set: how it does the few things that the kernels are
// made of. Addresses are of blocks, which have one byte for each lane of a vector.
type machine interface {
	begin() // starts a file
	ctx() *build.Context
	data(name string, b []byte) operand.Mem // adds read-only data, once for each name

	name() string     // as in the names of functions: "AVX2"
	fileName() string // as in the names of files: "avx2"
	width() int       // bytes of a vector

	vec() vector
	load(from operand.Mem, v vector)
	or(a, b, dst vector)
	copy(v, dst vector)
	zero(v vector)

	// loadShort loads the n bytes at p, more than eight and fewer than a block, and
	// fills up with zeros. It reads nothing else.
	loadShort(p, n reg.GPVirtual, v vector)

	// setIfZero sets dst to whether no bit of v is set; the jumps go by the top bits of
	// one vector, two or four.
	setIfZero(v vector, dst operand.Op)
	jumpIfASCII(vs []vector, label string)
	jumpUnlessASCII(vs []vector, label string)

	utf8Machine
	countMachine
	lineMachine
	bracketMachine
	signMachine
	nestingMachine
	quoteMachine

	// planes returns what circuits are written for, with these registers for bases.
	planes(bases map[string]reg.GPPhysical) amd64Planes
}

// function begins a function with the signature and documentation that are given.
func function(m machine, name, signature string, doc ...string) {
	c := m.ctx()
	c.Function(name + m.name())
	c.Attributes(attr.NOSPLIT)
	c.Pragma("noescape")
	s, err := gotypes.ParseSignatureInPackage(typesOfFamilies(), signature)
	must(err)
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

// ret returns from the function. The upper halves of the vector registers must not
// be left dirty, or SSE code that comes after pays for it.
func ret(m machine) {
	m.ctx().VZEROUPPER()
	m.ctx().RET()
}

// result returns the address of the function's only result.
func result(m machine) operand.Mem {
	b, err := m.ctx().ReturnIndex(0).Resolve()
	must(err)
	return b.Addr
}

// file is what the machines have in common: the file at hand.
type file struct {
	c       *build.Context
	symbols map[string]operand.Mem
}

func (f *file) begin() { *f = file{build.NewContext(), map[string]operand.Mem{}} }

func (f *file) ctx() *build.Context { return f.c }

func (f *file) data(name string, b []byte) operand.Mem {
	if address, ok := f.symbols[name]; ok {
		return address
	}
	address := f.c.StaticGlobal(name)
	f.c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := 0; i < len(b); i += 8 {
		f.c.AddDatum(i, operand.U64(binary.LittleEndian.Uint64(b[i:])))
	}
	f.symbols[name] = address
	return address
}

// repeat returns b n times; eightTimes is what a broadcast of a quadword takes.
func repeat(b byte, n int) []byte { return bytes.Repeat([]byte{b}, n) }

func eightTimes(b byte) []byte { return repeat(b, 8) }

func at(base reg.Register, offset int) operand.Mem {
	return operand.Mem{Base: base, Disp: offset}
}
