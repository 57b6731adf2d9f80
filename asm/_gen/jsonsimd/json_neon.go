package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/neon"
)

// The drivers of the two kernels on planes for NEON. See lexjson_avo.go and
// grammarjson_avo.go for those that avo writes.

// General registers. In passing, Scratch may be used.
const (
	neonFrame   = "R0"  // the variables
	neonSource  = "R1"  // the chunk at hand, or the tokens
	neonChunks  = "R2"  // how many are to come, or groups
	neonOut     = "R3"  // where tokens, or elements, go
	neonLimit   = "R4"  // where to stop
	neonThis    = "R6"  // variables of the chunk at hand
	neonOther   = "R7"  // and of the one before it, and the one after it
	neonLast    = "R8"  // the chunk before
	neonMoves   = "R9"  // the table of compressions
	neonNext    = "R15" // the chunk after the one at hand
	neonMarks   = "R19" // where the marks of the chunk at hand go
	neonStride  = "R20" // how far marks are apart
	neonPassing = "R14" // nothing for long
)

var neonBases = map[string]string{
	circuit.InFrame: neonFrame, circuit.OfThis: neonThis, circuit.OfOther: neonOther, "source": neonSource, "last": neonLast, "next": neonNext, "marks": neonMarks,
	"tokens": neonSource,
}

// jsonNEON emits them.
type jsonNEON struct{ *neon.PlanesNEON }

// WriteNEON writes the file of both.
func WriteNEON() {
	p := &jsonNEON{neon.NewPlanesNEON(neon.NewFile(), neonBases)}
	p.lexJSON()
	p.grammarJSON()
	p.F.Data(compressions, compressionTable())
	p.F.Write("jsonsimd/json")
}

func (p *jsonNEON) lexJSON() {
	f := p.F
	chunk := 8 * p.PlaneBytes()
	p.beginLexer()

	vars := &circuit.Frame{PlaneBytes: p.PlaneBytes(), MostLasting: 32}
	errors, inString := vars.Variable(), vars.Variable()
	l := newLexer(p, vars)
	l.records, l.pairs, l.names = vars.Variable(), vars.Variable(), vars.Variable()
	l.counts = newCounts(vars.Variable(), vars.PassingVariable)
	l.marks = &circuit.Variable{Base: "marks", Offset: 0}
	tokensOfLast := p.halves(l)
	p.Load(errors, neon.NeonErrors)
	f.Op("MOVD", p.Address(inString), neon.NeonString)
	k := l.block()
	k.Store(k.Zero(), tokensOfLast)
	k.Emit()
	f.Op("MOVD", neonSource, neonLast)

	// While one chunk is judged, the next one is made into planes, and the tokens of the
	// last one are written: else each would wait for the one before.
	f.Op("MOVD", f.Argument("final"), neon.Scratch[0])
	f.Op("CMP", 1, neonChunks)
	f.Op("CSEL", "EQ", neon.Scratch[0], neonSource, neonSource)
	p.bitsOf(l, circuit.Source{Pointer: "source", Offset: 0}, circuit.OfThis)
	f.Label("chunk")
	f.Op("CMP", 1, neonChunks)
	f.Op("BEQ", "compress")
	f.Op("MOVD", f.Argument("final"), neon.Scratch[0])
	f.Op("ADD", chunk, neonSource, neonNext)
	f.Op("CMP", 2, neonChunks)
	f.Op("CSEL", "EQ", neon.Scratch[0], neonNext, neonNext)
	p.bitsOf(l, circuit.Source{Pointer: "next", Offset: 0}, circuit.OfOther)
	f.Label("compress")
	p.compress(circuit.Source{Pointer: "last", Offset: 0}, tokensOfLast, nil)
	l.rules()
	f.Op("MOVD", neonSource, neonLast)
	f.Op("MOVD", neonNext, neonSource)
	f.Op("ADD", neonStride, neonMarks)
	f.Op("MOVD", neonThis, neon.Scratch[0])
	f.Op("MOVD", neonOther, neonThis)
	f.Op("MOVD", neon.Scratch[0], neonOther)
	f.Op("SUBS", 1, neonChunks)
	f.Op("BEQ", "stop")
	f.Op("CMP", neonLimit, neonOut)
	f.Op("BLO", "chunk")

	f.Label("stop")
	p.compress(circuit.Source{Pointer: "last", Offset: 0}, tokensOfLast, nil)
	f.Op("MOVD", neon.NeonString, p.Address(inString))
	f.Op("MOVD", neonChunks, f.Argument("chunksLeft"))
	p.finish(errors)
	p.defineLexer(vars, l, inString)
}

// beginLexer begins the function, and loads its arguments.
func (p *jsonNEON) beginLexer() {
	f := p.F
	f.Function("lexJSONNEON",
		"func(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool)",
		"lexJSONNEON writes the tokens of up to so many chunks of 128 bytes, the last of which is at",
		"final, to tokens, until there are no more chunks or the tokens reach the limit. From there on",
		"two chunks and 7 bytes must be writable. The marks of each chunk are written so many bytes",
		"behind those of the one before. It returns how many chunks are left, the end of the tokens,",
		"and whether there was no error yet.")
	f.Op("MOVD", f.Argument("vars"), neonFrame)
	f.Op("MOVD", f.Argument("src"), neonSource)
	f.Op("MOVD", f.Argument("chunks"), neonChunks)
	f.Op("MOVD", f.Argument("tokens"), neonOut)
	f.Op("MOVD", f.Argument("limit"), neonLimit)
	f.Op("MOVD", f.Argument("marks"), neonMarks)
	f.Op("MOVD", f.Argument("stride"), neonStride)
	p.loadCompressions()
}

// defineLexer defines what the Go code must know of the lexer's variables.
func (p *jsonNEON) defineLexer(vars *circuit.Frame, l *lexer, inString *circuit.Variable) {
	f := p.F
	f.Define("lexVariablesNEON", vars.Size())
	f.Define("lexLastingNEON", vars.Lasting)
	f.Define("lexInStringNEON", inString.Offset)
	f.Define("lexRecordsNEON", l.records.Offset)
	f.Define("lexPairsNEON", l.pairs.Offset)
	f.Define("lexNamesNEON", l.names.Offset)
	f.Define("lexAskedNEON", l.counts.asked.Offset)
	f.Define("lexCountsNEON", l.counts.returns.Offset)
}

// bitsOf computes the planes of the bytes there, for that half of the variables.
func (p *jsonNEON) bitsOf(l *lexer, from circuit.Source, half string) {
	k := l.block()
	for i, plane := range k.Transpose(from) {
		k.Store(plane, &circuit.Variable{Base: half, Offset: l.bits[i].Offset})
	}
	k.Emit()
}

// halves gives the lexer the variables of two chunks, of which it sees one. It returns the
// tokens of the other.
func (p *jsonNEON) halves(l *lexer) (tokensOfLast *circuit.Variable) {
	size := (len(l.bits) + 1) * p.PlaneBytes()
	offset := l.frame.Reserve(2 * (len(l.bits) + 1))
	for i := range l.bits {
		l.bits[i] = &circuit.Variable{Base: circuit.OfThis, Offset: i * p.PlaneBytes()}
	}
	last := len(l.bits) * p.PlaneBytes()
	l.tokens = &circuit.Variable{Base: circuit.OfThis, Offset: last}
	p.F.Op("ADD", offset, neonFrame, neonThis)
	p.F.Op("ADD", offset+size, neonFrame, neonOther)
	return &circuit.Variable{Base: circuit.OfOther, Offset: last}
}

func (p *jsonNEON) grammarJSON() {
	f := p.F
	f.Function("grammarJSONNEON", "func(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool)",
		"grammarJSONNEON checks so many groups of 128 tokens, and writes the elements of their",
		"structure, two tokens late: for each group its size and 7 bytes more must be writable. The",
		"two bytes before the tokens must be those tokens that came last, or zeros. Zeros are no",
		"tokens. It returns the end of the elements, and whether there was no error yet.")
	f.Op("MOVD", f.Argument("vars"), neonFrame)
	f.Op("MOVD", f.Argument("tokens"), neonSource)
	f.Op("MOVD", f.Argument("groups"), neonChunks)
	f.Op("MOVD", f.Argument("elements"), neonOut)
	p.loadCompressions()

	vars := &circuit.Frame{PlaneBytes: p.PlaneBytes(), MostLasting: 32}
	g := newGrammar(p, vars)
	errors := vars.Variable()
	kept, inObject := vars.PassingVariable(), vars.PassingVariable()
	p.Load(errors, neon.NeonErrors)
	f.Label("group")
	k := circuit.NewCircuit(p, vars)
	s := g.elements(k, g.rules(k, k.Transpose(circuit.Source{Pointer: "tokens", Offset: 0})))
	k.Store(s.inObject, inObject)
	k.Store(s.kept, kept)
	k.Emit()
	p.compress(circuit.Source{Pointer: "tokens", Offset: -2}, kept, inObject)
	f.Op("ADD", 8*p.PlaneBytes(), neonSource)
	f.Op("SUBS", 1, neonChunks)
	f.Op("BNE", "group")
	p.finish(errors)
	f.Define("grammarVariablesNEON", vars.Size())
	f.Define("grammarLastingNEON", vars.Lasting)
	f.Define("grammarValueNextNEON", g.valueNext.Offset+p.PlaneBytes()-8)
}

// finish stores the errors and returns with what both kernels return.
func (p *jsonNEON) finish(errors *circuit.Variable) {
	f := p.F
	some, others := neon.Scratch[0], neon.Scratch[1]
	p.Store(neon.NeonErrors, errors)
	p.Words(neon.NeonErrors, some, others)
	f.Op("ORR", others, some)
	f.Op("CMP", 0, some)
	f.Op("CSET", "EQ", some)
	f.Op("MOVD", neonOut, f.Argument("end"))
	f.Op("MOVB", some, f.Argument("ok"))
	f.Op("RET")
}

// compressions is the table of compress: for each set of eight bytes, which of them come
// first, second, and so on; and then zeros, which do not matter.
const compressions = "compressions"

func compressionTable() []uint64 {
	table := make([]uint64, 256)
	for set := range table {
		count := 0
		for i := range 8 {
			if set>>i&1 != 0 {
				table[set] |= uint64(i) << (8 * count)
				count++
			}
		}
	}
	return table
}

func (p *jsonNEON) loadCompressions() {
	p.F.Op("MOVD", "$"+compressions+"<>(SB)", neonMoves)
}

// compress appends those of the bytes to the output of which the bit in the plane is set,
// with semicolons for the commas that are in objects, if there are any.
//
// It takes eight bytes at a time, which a lookup in the table brings together, and writes
// them all; what is too much, the next ones overwrite. Where they go is known beforehand: a
// multiplication adds the counts of the bytes up. So none waits for the one before, and
// there is no branch to be guessed wrong: six instructions for eight bytes, of which the
// vector units see one. To go from one set bit to the next takes five for each, and the
// branch at the end of a word is often guessed wrong; there are three bits or more in eight
// bytes of numbers, and one in eight or so elsewhere.
func (p *jsonNEON) compress(bytes circuit.Source, plane, inObject *circuit.Variable) {
	const counts, moves, moved = 0, 1, 2
	f := p.F
	sets, ends := neon.Scratch[:2], neon.Scratch[2:]
	p.Load(plane, counts)
	f.Op("LDP", p.Address(plane), "("+sets[0]+", "+sets[1]+")")
	p.Bytes("VCNT", counts, counts)
	p.Words(counts, ends[0], ends[1])
	f.Op("MOVD", "$0x0101010101010101", neonPassing)
	f.Op("MUL", neonPassing, ends[0])
	f.Op("MUL", neonPassing, ends[1])
	if inObject != nil {
		p.loadSemicolons(inObject)
	}
	for i := range p.PlaneBytes() {
		word, bit := i/8, i%8*8
		f.Op("UBFX", bit, sets[word], 8, neonPassing)
		f.Op("FMOVD", fmt.Sprintf("(%s)(%s<<3)", neonMoves, neonPassing), neon.InMemory(moves))
		f.Op("FMOVD", neon.At(p.Bases[bytes.Pointer], bytes.Offset+8*i), neon.InMemory(moved))
		if inObject != nil {
			p.putSemicolons(moved, i)
		}
		f.Op("VTBL", neon.InHalf(moves), "["+neon.InBytes(moved)+"]", neon.InHalf(moved))
		to := neon.At(neonOut, 0)
		if bit > 0 {
			f.Op("UBFX", bit-8, ends[word], 8, neonPassing)
			to = fmt.Sprintf("(%s)(%s)", neonOut, neonPassing)
		}
		f.Op("FMOVD", neon.InMemory(moved), to)
		if bit == 56 {
			f.Op("ADD", ends[word]+">>56", neonOut)
		}
	}
}

// Registers of putSemicolons.
const (
	neonInObject   = 3 // which bytes are commas in objects
	neonBits       = 4 // in byte i, bit i
	neonSemicolons = 5
	neonWhere      = 6 // in passing
)

func (p *jsonNEON) loadSemicolons(inObject *circuit.Variable) {
	p.Load(inObject, neonInObject)
	p.F.Op("MOVD", "$0x8040201008040201", neonPassing)
	p.F.Op("FMOVD", neonPassing, neon.InMemory(neonBits))
	p.F.Op("VMOVI", int(';'), neon.InHalf(neonSemicolons))
}

// putSemicolons puts them into the eight bytes of a group where the bit is set.
func (p *jsonNEON) putSemicolons(bytes, group int) {
	p.F.Op("VDUP", fmt.Sprintf("V%d.B[%d]", neonInObject, group), neon.InHalf(neonWhere))
	p.F.Op("VCMTST", neon.InHalf(neonBits), neon.InHalf(neonWhere), neon.InHalf(neonWhere))
	p.F.Op("VBIT", neon.InHalf(neonWhere), neon.InHalf(neonSemicolons), neon.InHalf(bytes))
}
