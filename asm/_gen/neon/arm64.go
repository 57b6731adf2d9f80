// Package neon implements NEON as a target of circuits, and writes assembly files for arm64.
package neon

import (
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"os"
	"strings"

	"github.com/assayjson/assay/asm/gen/files"
)

// A File is a file of Go assembly for arm64, which avo does not support. It comes with a file of Go
// declarations that go vet checks the assembly against.
type File struct {
	code, stubs strings.Builder
	constants   strings.Builder  // the sizes and offsets that Go code needs for the variables of the kernels
	offsets     map[string]int64 // offsets of the arguments and results of the current function
}

const generated = files.GeneratedNotice + "//go:build !purego\n\n"

func NewFile() *File {
	f := &File{}
	f.code.WriteString(generated + "#include \"textflag.h\"\n")
	return f
}

// Function begins a function with the given signature and documentation.
func (f *File) Function(name, signature string, doc ...string) {
	declaration := "func " + name + strings.TrimPrefix(signature, "func")
	fmt.Fprintf(&f.stubs, "\n// %s\n//\n//go:noescape\n%s\n", strings.Join(doc, "\n// "), declaration)
	fmt.Fprintf(&f.code, "\n// %s\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", declaration, name, f.layOut(signature))
}

// layOut sets the offsets of the arguments and results, and returns their total size.
func (f *File) layOut(signature string) int64 {
	t, err := types.Eval(token.NewFileSet(), nil, token.NoPos, signature)
	files.Must(err)
	s := t.Type.(*types.Signature)
	var vars []*types.Var
	for v := range s.Params().Variables() {
		vars = append(vars, v)
	}
	params := len(vars)
	for v := range s.Results().Variables() {
		vars = append(vars, v)
	}
	// The results must begin at a multiple of the word size. The signatures of our functions need
	// no padding for this.
	sizes := types.SizesFor("gc", "arm64")
	offsets := sizes.Offsetsof(vars)
	if params < len(vars) && offsets[params]%8 != 0 {
		panic("BUG: the results do not begin at a word")
	}
	f.offsets = map[string]int64{}
	for i, v := range vars {
		f.offsets[v.Name()] = offsets[i]
	}
	last := len(vars) - 1
	return offsets[last] + sizes.Sizeof(vars[last].Type())
}

// Argument returns the address of an argument or result.
func (f *File) Argument(name string) string {
	offset, ok := f.offsets[name]
	if !ok {
		panic("BUG: no argument " + name)
	}
	return fmt.Sprintf("%s+%d(FP)", name, offset)
}

// Op writes an instruction.
func (f *File) Op(name string, operands ...any) {
	texts := make([]string, len(operands))
	for i, o := range operands {
		texts[i] = fmt.Sprint(o)
		if n, ok := o.(int); ok {
			texts[i] = fmt.Sprintf("$%d", n)
		}
	}
	fmt.Fprintf(&f.code, "\t%s\n", strings.TrimRight(fmt.Sprintf("%-6s %s", name, strings.Join(texts, ", ")), " "))
}

// Word writes an instruction that the assembler does not support. The format and operands make a
// comment, which shows the instruction as in the manual.
func (f *File) Word(code uint32, format string, operands ...any) {
	fmt.Fprintf(&f.code, "\tWORD   $%#08x // %s\n", code, fmt.Sprintf(format, operands...))
}

func (f *File) Label(name string) { fmt.Fprintf(&f.code, "\n%s:\n", name) }

// Data adds read-only data, which consists of whole words.
func (f *File) Data(name string, words []uint64) {
	f.code.WriteString("\n")
	for i, w := range words {
		fmt.Fprintf(&f.code, "DATA %s<>+%d(SB)/8, $%#016x\n", name, 8*i, w)
	}
	fmt.Fprintf(&f.code, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", name, 8*len(words))
}

func (f *File) Define(name string, value int) {
	fmt.Fprintf(&f.constants, "\t%s = %d\n", name, value)
}

// Write writes the two files, which are named after the operation.
func (f *File) Write(operation string) {
	name, family := files.FileOf(operation)
	name += "_neon_arm64"
	fmt.Fprintf(&f.stubs, "\n// The variables of the kernels: sizes and offsets in bytes.\nconst (\n%s)\n", &f.constants)
	stubs, err := format.Source([]byte(generated + "package " + family + "\n" + f.stubs.String()))
	files.Must(err)
	files.Must(os.WriteFile(name+".go", stubs, 0o644))
	files.Must(os.WriteFile(name+".s", []byte(f.code.String()), 0o644))
}
