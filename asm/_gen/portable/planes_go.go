// Package portable implements Go as a target of circuits.
package portable

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/files"
)

// planesGo is portable Go as a target of circuits. A plane is a uint64 with one bit for each of 64
// bytes. The lowest bit is for the first byte. A register is a Go variable that is assigned only
// once, so there can be any number of registers. The Go compiler assigns real registers.
//
// Some variables of circuits last: they keep their values from chunk to chunk. These are elements
// of the array v, the memory of the kernel. The other variables of circuits are local variables in
// Go.
type planesGo struct {
	code     bytes.Buffer
	locals   map[circuit.Variable]string // the names of those variables that are local variables in the Go code
	InString *circuit.Variable           // all ones if the chunk begins within a string

	steps     []*step // not written yet
	values    []*step // indexed by register
	variables int     // number of Go variables so far
	labels    []string
}

// A step is an expression or a statement.
type step struct {
	format string  // a format for fmt.Sprintf, with one verb for each input
	in     []*step // the expressions whose texts are put into the format
	outs   []*step // the variables that a call sets

	from, to *circuit.Variable // the variable that the step loads from, and the one that it stores to; either may be nil

	isExpression bool
	isTrivial    bool   // an expression that never needs a name
	operator     string // the operator of an expression that may need parentheses
	uses         int
	text         string // the text of an expression, or the name of the Go variable that holds its value
}

func NewPlanesGo() *planesGo {
	return &planesGo{locals: map[circuit.Variable]string{}, values: make([]*step, 1<<12)}
}

func (p *planesGo) Registers() int { return len(p.values) }

func (p *planesGo) GateInputs() int { return 2 }

func (p *planesGo) MemoryInput() bool { return false }

func (p *planesGo) PlaneBytes() int { return 8 }

// Local sets the name of a variable of a circuit that is a local variable in Go.
func (p *planesGo) Local(v *circuit.Variable, name string) { p.locals[*v] = name }

func (p *planesGo) NameOf(v *circuit.Variable) string {
	if name, ok := p.locals[*v]; ok {
		return name
	}
	if !p.isLasting(v) {
		panic(fmt.Sprintf("BUG: variable %v has no name", *v))
	}
	return fmt.Sprintf("v[%d]", v.Offset/p.PlaneBytes())
}

func (p *planesGo) isLasting(v *circuit.Variable) bool {
	return v.Base == circuit.InFrame && v.Offset < 80*p.PlaneBytes()
}

// add adds a step. The parameter in holds the registers of the step's inputs.
func (p *planesGo) add(s *step, in ...int) *step {
	for _, r := range in {
		s.in = append(s.in, p.values[r])
		p.values[r].uses++
	}
	p.steps = append(p.steps, s)
	return s
}

func (p *planesGo) Do(format string, in ...int) { p.add(&step{format: format}, in...) }

// let sets a register to the value of an expression.
func (p *planesGo) let(dst int, operator, format string, in ...int) {
	p.values[dst] = p.add(&step{format: format, operator: operator, isExpression: true}, in...)
}

func (p *planesGo) Load(v *circuit.Variable, dst int) {
	p.values[dst] = p.add(&step{from: v, format: p.NameOf(v), isExpression: true})
}

func (p *planesGo) Store(src int, v *circuit.Variable) {
	p.add(&step{to: v, format: p.NameOf(v) + " = %s"}, src)
}

func (p *planesGo) Copy(src, dst int) { p.values[dst] = p.values[src] }

func (p *planesGo) Zero(dst int) { p.constant(dst, "0") }

func (p *planesGo) Every(b byte, dst int) {
	p.constant(dst, fmt.Sprintf("%#x", uint64(b)*0x0101010101010101))
}

func (p *planesGo) constant(dst int, x string) {
	p.values[dst] = p.add(&step{format: x, isExpression: true, isTrivial: true})
}

func (p *planesGo) Overwrites(uint8, int) bool { return false }

func (p *planesGo) Gate(table uint8, dst int, in ...circuit.Place) {
	if len(in) == 1 && table == circuit.TableIs {
		p.Copy(in[0].Register, dst)
		return
	}
	if len(in) == 1 {
		p.let(dst, "", "^%s", in[0].Register)
		p.values[dst].isTrivial = true
		return
	}
	operator, a, b := operation(table, in)
	p.let(dst, operator, "%s "+operator+" %s", a, b)
}

// operation returns the operator of a gate of two inputs, and the registers of its operands.
func operation(table uint8, in []circuit.Place) (operator string, a, b int) {
	a, b = in[0].Register, in[1].Register
	switch table {
	case circuit.TableAnd:
		return "&", a, b
	case circuit.TableOr:
		return "|", a, b
	case circuit.TableXor:
		return "^", a, b
	case circuit.TableAndNot:
		return "&^", a, b
	case circuit.TableNotAnd:
		return "&^", b, a
	}
	panic(fmt.Sprintf("BUG: gate %#b", table))
}

func (p *planesGo) Fail(table uint8, in ...circuit.Place) {
	switch {
	case len(in) == 2:
		operator, a, b := operation(table, in)
		p.Do("errors |= %s "+operator+" %s", a, b)
	case table == circuit.TableIs:
		p.Do("errors |= %s", in[0].Register)
	default:
		p.Do("errors |= ^%s", in[0].Register)
	}
}

func (p *planesGo) Carry(e *circuit.Emitter, v *circuit.Variable, plane, dst int) {
	p.Load(v, dst)
	p.Store(plane, v)
}

// After uses + rather than |, because amd64 can shift and add in one instruction.
func (p *planesGo) After(e *circuit.Emitter, n int, plane, before, dst int) {
	if before < 0 {
		p.let(dst, "<<", fmt.Sprintf("%%s << %d", n), plane)
		return
	}
	p.let(dst, "+", fmt.Sprintf("%%s<<%d + %%s>>%d", n, 64-n), plane, before)
}

func (p *planesGo) Transpose(e *circuit.Emitter, blocks circuit.Source, dst []int) {
	call := p.add(&step{format: "bitPlanes(" + blocks.Pointer + ")"})
	for _, r := range dst {
		p.values[r] = &step{isExpression: true}
		call.outs = append(call.outs, p.values[r])
	}
}

func (p *planesGo) InStrings(e *circuit.Emitter, quotes, dst int) {
	p.let(dst, "^", "swar.Parities(%s) ^ "+p.NameOf(p.InString), quotes)
	p.Do(p.NameOf(p.InString)+" = uint64(int64(%s) >> 63)", dst)
}

func (p *planesGo) Minus(e *circuit.Emitter, a, b, dst int) { p.let(dst, "-", "%s - %s", a, b) }

func (p *planesGo) StoreLast(e *circuit.Emitter, plane int, v *circuit.Variable) {
	p.add(&step{to: v, format: p.NameOf(v) + " = %s >> 63"}, plane)
}

func (p *planesGo) AddOnes(e *circuit.Emitter, plane int, v *circuit.Variable) {
	p.add(&step{to: v, format: p.NameOf(v) + " += uint64(bits.OnesCount64(%s))"}, plane)
}

func (p *planesGo) IfAsked(v *circuit.Variable, label string, write func()) {
	p.Do("if " + p.NameOf(v) + " != 0 {")
	p.flush()
	p.labels = append(p.labels, label)
	write()
	p.Label(label)
}

// JumpIfEmpty begins a Go block, which ends at the label.
func (p *planesGo) JumpIfEmpty(e *circuit.Emitter, plane int, label string) {
	p.Do("if %s != 0 {", plane)
	p.flush()
	p.labels = append(p.labels, label)
}

func (p *planesGo) Label(name string) {
	p.flush()
	for len(p.labels) > 0 && p.labels[len(p.labels)-1] == name {
		p.labels = p.labels[:len(p.labels)-1]
		p.code.WriteString("}\n")
	}
	if slices.Contains(p.labels, name) {
		panic("BUG: blocks overlap")
	}
}

// Printf writes a line after all steps so far.
func (p *planesGo) Printf(format string, arguments ...any) {
	p.flush()
	fmt.Fprintf(&p.code, format+"\n", arguments...)
}

// flush writes the steps. An expression that is used only once becomes part of the step that uses
// it.
func (p *planesGo) flush() {
	for i, s := range p.steps {
		switch {
		case s.outs != nil:
			p.call(s)
		case !s.isExpression:
			fmt.Fprintln(&p.code, s.written())
		default:
			s.text = s.written()
			if p.needsName(s, p.steps[i+1:]) {
				s.text, s.operator = p.named(s.text), ""
			}
		}
	}
	p.steps = nil
}

// needsName reports whether the expression must be assigned to a Go variable before the steps that
// follow. A load must be assigned if one of the following steps stores to the variable that is
// loaded.
func (p *planesGo) needsName(s *step, after []*step) bool {
	const longest = 70
	if s.from != nil {
		return p.isLasting(s.from) || slices.ContainsFunc(after, func(x *step) bool { return x.to != nil && *x.to == *s.from })
	}
	return !s.isTrivial && s.uses > 1 || len(s.text) > longest
}

// named writes an assignment of the expression to a new variable, and returns the name of the
// variable.
func (p *planesGo) named(expression string) string {
	name := p.newName()
	fmt.Fprintf(&p.code, "%s := %s\n", name, expression)
	return name
}

func (p *planesGo) newName() string {
	p.variables++
	return fmt.Sprintf("x%d", p.variables)
}

func (p *planesGo) call(s *step) {
	var names []string
	for _, out := range s.outs {
		out.text = "_"
		if out.uses > 0 {
			out.text = p.newName()
		}
		names = append(names, out.text)
	}
	fmt.Fprintf(&p.code, "%s := %s\n", strings.Join(names, ", "), s.format)
}

// written returns the text of the step. Operands with the same operator need no parentheses, as in
// a | b | c.
func (s *step) written() string {
	isOperand := !strings.HasSuffix(s.format, "= %s") && !strings.Contains(s.format, "(%s)")
	var in []any
	for _, x := range s.in {
		isRow := x.operator == s.operator && slices.Contains([]string{"|", "&", "^"}, s.operator)
		if isOperand && x.operator != "" && !isRow {
			in = append(in, "("+x.text+")")
		} else {
			in = append(in, x.text)
		}
	}
	return fmt.Sprintf(s.format, in...)
}

// WriteBitPlanes writes the transposition of 64 bytes.
//
// The position of a bit consists of three numbers of three bits each: the number of the word, the
// number of the byte within the word, and the number of the bit within the byte. A round exchanges
// one bit of the word's number with one bit of another number, by exchanging halves between pairs
// of words. Three rounds exchange the numbers of word and byte, and three more rounds exchange the
// numbers of word and bit. (This is the transposition of matrices by blocks, Warren, "Hacker's
// Delight", section 7-3.)
//
// To exchange the upper parts of one word with the lower parts of another, the second word is
// rotated so that the parts of both words have the same positions. The second word stays rotated.
// This does not change the masks of later rounds, because these move bits by shorter distances. At
// the end, each plane is rotated back.
func WriteBitPlanes() {
	p := NewPlanesGo()
	p.Printf(`// bitPlanes transposes 64 bytes: bit i of plane k is bit k of byte i.
func bitPlanes(b *[block]byte) (p0, p1, p2, p3, p4, p5, p6, p7 uint64) {`)
	var rotated [8]int
	for i := range rotated {
		p.Printf("p%d = swar.Load(b[%d:])", i, 8*i)
	}
	p.Printf("var swap uint64")
	for _, way := range []int{32, 16, 8, 4, 2, 1} {
		distance := way // between the two words
		if distance >= 8 {
			distance /= 8
		}
		upper := ^uint64(0) / (1<<way + 1) << way
		p.Printf("")
		for a := range rotated {
			b := a + distance
			if a&distance != 0 {
				continue
			}
			p.Printf("p%d = bits.RotateLeft64(p%d, %d)", b, b, way+rotated[a]-rotated[b])
			p.Printf("swap = (p%d ^ p%d) & %#x", a, b, upper)
			p.Printf("p%d, p%d = p%d^swap, p%d^swap", a, b, a, b)
			rotated[b] = rotated[a] + way
		}
	}
	p.Printf("")
	for i, n := range rotated {
		if n != 0 {
			p.Printf("p%d = bits.RotateLeft64(p%d, %d)", i, i, -n)
		}
	}
	p.Printf("return\n}")
	p.WriteGo("bitplanes", "math/bits", Swar)
}

// Swar is the package with the operations on words.
const Swar = "github.com/assayjson/assay/asm/internal/swar"

// WriteGo writes the code as a file of package jsonsimd.
func (p *planesGo) WriteGo(operation string, imports ...string) {
	p.flush()
	name, family := files.FileOf("jsonsimd/" + operation)
	text := files.GeneratedNotice + "package " + family + "\n\n"
	if len(imports) > 0 {
		text += "import (\n\"" + strings.Join(imports, "\"\n\n\"") + "\"\n)\n\n"
	}
	formatted, err := format.Source([]byte(text + p.code.String()))
	files.Must(err)
	files.Must(os.WriteFile(name+"_generic.go", formatted, 0o644))
}
