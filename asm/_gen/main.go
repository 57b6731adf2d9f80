// Command gen generates the amd64 kernels of the packages in asm, and those arm64 kernels that are
// made from circuits. For each kernel, it writes the assembly, and the Go declarations that go vet
// checks the assembly against. It also generates the rules of JSON in portable Go. To run the
// command, use go generate in asm. The flag -to selects another output folder.
//
// The control flow of each kernel is written once, in terms of [isa.Machine]. Code that differs
// between instruction sets is in files named after the sets. The rules of JSON are written as
// circuits, see package circuit. Each family of kernels has a package of its own.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/files"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/jsonsimd"
	"github.com/assayjson/assay/asm/gen/leb128simd"
	"github.com/assayjson/assay/asm/gen/names"
	"github.com/assayjson/assay/asm/gen/planes"
	"github.com/assayjson/assay/asm/gen/portable"
	"github.com/assayjson/assay/asm/gen/quoting"
	"github.com/assayjson/assay/asm/gen/search"
	"github.com/assayjson/assay/asm/gen/utf8simd"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// utf8NEON is the common part of the hand-written arm64 kernels. The assembler only finds headers
// in the folder of the package, so each package gets a copy.
//
//go:embed include/utf8_neon_arm64.h
var utf8NEON string

func main() {
	flag.Parse()
	for _, family := range []string{"utf8simd", "quoting"} {
		files.WriteHeader(family+"/utf8_tables", isa.NEONTables())
		files.WriteHeader(family+"/utf8_neon", files.GeneratedNotice+utf8NEON)
	}
	files.WriteHeader("quoting/quote_shuffles", quoting.NEONShuffles("escapeShuffles", func(mask int) []byte { s := quoting.EscapeShuffle(mask); return s[:] }))
	files.WriteHeader("quoting/unquote_shuffles", quoting.NEONShuffles("dropShuffles", func(mask int) []byte { s := quoting.DropShuffle(mask); return s[:] }))
	wide := isa.NewAVX512()
	for _, m := range []isa.Machine{isa.NewAVX2(), wide} {
		write(m, "utf8simd/utf8", utf8simd.ValidUTF8)
		write(m, "utf8simd/ascii", utf8simd.IsASCII)
		write(m, "utf8simd/continuations", utf8simd.CountContinuations)
		write(m, "utf8simd/tails", utf8simd.CountTails)
		write(m, "search/search", search.Kernels)
		write(m, "jsonsimd/nesting", jsonsimd.CheckNesting)
		write(m, "quoting/quote", quoting.Quote)
		write(m, "quoting/units", quoting.QuoteUnits)
		write(m, "leb128simd/uint64s", leb128simd.Uint64s)
		write(m, "leb128simd/int64s", leb128simd.Int64s)
	}
	write(wide, "utf8simd/farutf8", utf8simd.ValidFarUTF8) // only AVX-512 is fast enough to benefit
	write(wide, "utf8simd/mend", func(m isa.Machine) { utf8simd.Mend(m.(*isa.AVX512)) })
	write(wide, "jsonsimd/positions", jsonsimd.PositionsAVX512)
	write(isa.NewAVX2(), "jsonsimd/positions", jsonsimd.PositionsAVX2)
	write(wide, "jsonsimd/positionsbytes", jsonsimd.PositionsBytesAVX512)
	write(isa.NewAVX2(), "names/names", names.AddNames) // wider vectors are not faster here, nor in names.IndexQuoted
	write(isa.NewAVX2(), "names/folded", names.AddFoldedNames)
	write(isa.NewAVX2(), "names/quoted", names.IndexQuoted)
	write(wide, "quoting/unquote", quoting.UnquoteAVX512)
	write(isa.NewAVX2(), "quoting/unquote", quoting.UnquoteAVX2)
	for _, m := range []isa.Machine{wide, isa.NewAVX2()} {
		circuit.Mutable = *circuit.Of == m.FileName()
		write(m, "jsonsimd/lexjson", func(m isa.Machine) { jsonsimd.LexJSON(planes.New(m, jsonsimd.LexBases)) })
		write(m, "jsonsimd/grammarjson", func(m isa.Machine) { jsonsimd.GrammarJSON(planes.New(m, jsonsimd.GrammarBases)) })
	}
	for _, most := range []int{64, 512} {
		name := fmt.Sprint("jsonsimd/shortjson", most)
		circuit.Mutable = *circuit.Of == "avx512"
		write(wide, name, func(m isa.Machine) { jsonsimd.ShortJSONByBytesAVX512(m.(*isa.AVX512), most) })
		circuit.Mutable = *circuit.Of == "avx2"
		write(isa.NewAVX2(), name, func(m isa.Machine) { jsonsimd.ShortJSONByBytesAVX2(m.(*isa.AVX2), most) })
		write(isa.NewAVX2(), fmt.Sprint("jsonsimd/indexjson", most), func(m isa.Machine) { jsonsimd.IndexJSONByBytesAVX2(m.(*isa.AVX2), most) })
	}
	circuit.Mutable = *circuit.Of == wide.FileName()
	write(wide, "jsonsimd/indexjson512", func(m isa.Machine) { jsonsimd.IndexJSONByBytesAVX512(m.(*isa.AVX512), 512) })
	circuit.Mutable = *circuit.Of == "generic"
	portable.WriteBitPlanes()
	jsonsimd.LexJSONGo()
	jsonsimd.GrammarJSONGo()
	jsonsimd.PlaneVariables.Write("jsonsimd/planes", "The variables of the kernels on planes: sizes and offsets in bytes.")
	quoting.WriteQuoteOffsets()
	circuit.Mutable = *circuit.Of == "neon"
	jsonsimd.WriteNEON()
	circuit.CheckMutation()
}

// write runs an emitter and writes its output to two files named after the operation and the
// instruction set.
func write(m isa.Machine, operation string, emit func(isa.Machine)) {
	name, family := files.FileOf(operation)
	name += "_" + m.FileName()
	m.Begin()
	m.Ctx().ConstraintExpr("!purego")
	emit(m)

	config := printer.Config{Argv: []string{"go", "generate", "./asm"}, Pkg: family}
	stubs, err := os.Create(name + "_amd64.go")
	files.Must(err)
	code, err := os.Create(name + "_amd64.s")
	files.Must(err)
	status := build.Main(&build.Config{
		ErrOut: os.Stderr,
		Passes: []pass.Interface{
			pass.Compile,
			&pass.Output{Writer: code, Printer: printer.NewGoAsm(config)},
			&pass.Output{Writer: stubs, Printer: printer.NewStubs(config)},
		},
	}, m.Ctx())
	if status != 0 {
		os.Exit(status)
	}
}
