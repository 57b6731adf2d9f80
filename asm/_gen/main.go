// Command gen writes the amd64 kernels of package asm: assembly and the Go
// declarations that go vet checks it against. Run it with go generate in asm.
//
// With -to it writes into another folder.
//
// Each kernel's flow is written once, over [machine]; what differs between
// instruction sets is in the file named after the set.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// out is the folder of package asm, seen from this one.
var out = flag.String("to", "..", "write into this `folder`")

func main() {
	flag.Parse()
	must(os.WriteFile(filepath.Join(*out, "zutf8_tables_arm64.h"), []byte(armTables()), 0o644))
	wide := newAVX512()
	for _, m := range []machine{newAVX2(), wide} {
		write(m, "utf8", validUTF8)
		write(m, "ascii", isASCII)
		write(m, "continuations", countContinuations)
	}
	write(wide, "farutf8", validFarUTF8) // others are too slow to feel the cache
}

// write runs an emitter and writes what it has emitted, as two files that are named
// after the operation and the instruction set.
func write(m machine, operation string, emit func(machine)) {
	m.begin()
	m.ctx().ConstraintExpr("!purego")
	emit(m)

	name := filepath.Join(*out, "z"+operation+"_"+m.fileName())
	config := printer.Config{Argv: []string{"go", "generate", "./asm"}, Pkg: "asm"}
	stubs, err := os.Create(name + "_amd64.go")
	must(err)
	code, err := os.Create(name + "_amd64.s")
	must(err)
	status := build.Main(&build.Config{
		ErrOut: os.Stderr,
		Passes: []pass.Interface{
			pass.Compile,
			&pass.Output{Writer: code, Printer: printer.NewGoAsm(config)},
			&pass.Output{Writer: stubs, Printer: printer.NewStubs(config)},
		},
	}, m.ctx())
	if status != 0 {
		os.Exit(status)
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
