package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/neon"
)

// This file has the drivers of the two kernels on planes for NEON. The drivers for amd64 are in
// lexjson_avo.go and grammarjson_avo.go.

// General registers. The registers in neon.Scratch may also be used, but only for a short time.
const (
	neonFrame   = "R0"  // the variables
	neonSource  = "R1"  // the current chunk, or the tokens
	neonChunks  = "R2"  // number of chunks or groups that remain
	neonOut     = "R3"  // where tokens or elements are written
	neonLimit   = "R4"  // where to stop
	neonThis    = "R6"  // variables of the current chunk
	neonOther   = "R7"  // variables of the previous chunk, and later of the next one
	neonLast    = "R8"  // the previous chunk
	neonMoves   = "R9"  // the table of compressions
	neonNext    = "R15" // the next chunk
	neonMarks   = "R19" // where the marks of the current chunk are written
	neonStride  = "R20" // distance between the marks of adjacent chunks
	neonPassing = "R14" // scratch
)

var neonBases = map[string]string{
	circuit.InFrame: neonFrame, circuit.OfThis: neonThis, circuit.OfOther: neonOther, "source": neonSource, "last": neonLast, "next": neonNext, "marks": neonMarks,
	"tokens": neonSource,
}

// jsonNEON emits the two kernels.
type jsonNEON struct{ *neon.PlanesNEON }

// WriteNEON writes the file of both kernels.
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

	vars := &circuit.Frame{PlaneBytes: p.PlaneBytes(), MostLasting: 32, MostRare: 48}
	errors, inString := vars.Variable(), vars.Variable()
	l := newLexer(p, vars)
	l.records, l.ijson, l.names, l.signs = vars.Variable(), vars.Variable(), vars.Variable(), newSigns(vars)
	l.counts = newCounts(vars.Variable(), vars.PassingVariable)
	l.marks = &circuit.Variable{Base: "marks", Offset: 0}
	tokensOfLast := p.halves(l)
	p.Load(errors, neon.NeonErrors)
	f.Op("MOVD", p.Address(inString), neon.NeonString)
	k := l.block()
	k.Store(k.Zero(), tokensOfLast)
	k.Emit()
	f.Op("MOVD", neonSource, neonLast)

	// While one chunk is judged, the next chunk is transposed to planes, and the tokens of the
	// previous chunk are written. Otherwise each step would wait for the previous step.
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

// beginLexer begins the function and loads its arguments.
func (p *jsonNEON) beginLexer() {
	f := p.F
	f.Function("lexJSONNEON",
		"func(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool)",
		"lexJSONNEON writes the tokens of the given number of chunks of 128 bytes to tokens. It stops early",
		"when the tokens reach limit; two chunks and 7 bytes beyond limit must be writable. The chunks",
		"follow each other at src, except the last, which is at final. The marks of each chunk are written",
		"stride bytes after those of the previous chunk. The results are the number of chunks left, the end",
		"of the tokens, and whether there has been no error so far.")
	f.Op("MOVD", f.Argument("vars"), neonFrame)
	f.Op("MOVD", f.Argument("src"), neonSource)
	f.Op("MOVD", f.Argument("chunks"), neonChunks)
	f.Op("MOVD", f.Argument("tokens"), neonOut)
	f.Op("MOVD", f.Argument("limit"), neonLimit)
	f.Op("MOVD", f.Argument("marks"), neonMarks)
	f.Op("MOVD", f.Argument("stride"), neonStride)
	p.loadCompressions()
}

// defineLexer defines constants for the Go code that uses the variables of the lexer.
func (p *jsonNEON) defineLexer(vars *circuit.Frame, l *lexer, inString *circuit.Variable) {
	f := p.F
	f.Define("lexVariablesNEON", vars.Size())
	f.Define("lexLastingNEON", vars.Lasting)
	f.Define("lexLastingIJSONNEON", vars.LastingWithRare())
	f.Define("lexInStringNEON", inString.Offset)
	f.Define("lexRecordsNEON", l.records.Offset)
	f.Define("lexIJSONNEON", l.ijson.Offset)
	f.Define("lexNamesNEON", l.names.Offset)
	f.Define("lexSignsNEON", l.signs.large.Offset)
	f.Define("lexAskedNEON", l.counts.asked.Offset)
	f.Define("lexCountsNEON", l.counts.returns.Offset)
}

// bitsOf computes the bit planes of a chunk, and stores them in one of the two sets of variables.
func (p *jsonNEON) bitsOf(l *lexer, from circuit.Source, half string) {
	k := l.block()
	for i, plane := range k.Transpose(from) {
		k.Store(plane, &circuit.Variable{Base: half, Offset: l.bits[i].Offset})
	}
	k.Emit()
}

// halves reserves two sets of variables: one for the current chunk, and another for the previous or
// the next chunk. The lexer uses the set of the current chunk. halves returns the variable of the
// other set that holds the tokens.
func (p *jsonNEON) halves(l *lexer) (tokensOfLast *circuit.Variable) {
	size := (len(l.bits) + 1) * p.PlaneBytes()
	offset := l.frame.Reserve(2 * (len(l.bits) + 1))
	for i := range l.bits {
		l.bits[i] = &circuit.Variable{Base: circuit.OfThis, Offset: i * p.PlaneBytes()}
	}
	last := len(l.bits) * p.PlaneBytes()
	l.tokens = &circuit.Variable{Base: circuit.OfThis, Offset: last}
	p.F.Define("lexTokensNEON", offset+last) // after an odd number of chunks
	p.F.Op("ADD", offset, neonFrame, neonThis)
	p.F.Op("ADD", offset+size, neonFrame, neonOther)
	return &circuit.Variable{Base: circuit.OfOther, Offset: last}
}

func (p *jsonNEON) grammarJSON() {
	f := p.F
	f.Function("grammarJSONNEON", "func(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool)",
		"grammarJSONNEON checks the given number of groups of 128 tokens, and writes the elements of their",
		"structure, delayed by two tokens. For each group, its size plus 7 bytes must be writable at elements.",
		"The two bytes before tokens must be the preceding tokens, or zeros, which are not tokens. The",
		"results are the end of the elements, and whether there has been no error so far.")
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
	f.Define("grammarErrorsNEON", errors.Offset)
	f.Define("grammarElementsNEON", kept.Offset)
	f.Define("grammarValueNextNEON", g.valueNext.Offset+p.PlaneBytes()-8)
}

// finish stores the errors and the results of either kernel, and returns.
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

// compressions is the name of the table that compress uses. The table has an entry for each subset
// of eight bytes: the indices of the bytes in the subset. The rest of an entry is filled with
// zeros, which have no meaning.
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

// compress appends to the output the bytes whose bits are set in the plane. If inObject is not nil,
// the commas in objects become semicolons.
//
// It processes eight bytes at a time. A table lookup moves the bytes to be kept to the front, and
// then eight bytes are written. The next eight bytes overwrite the surplus. All positions are known
// in advance, because a multiplication adds up the numbers of bytes to be kept. So no step waits
// for the previous step, and there is no branch to mispredict. Eight bytes take six instructions,
// of which the vector units execute one. A loop over the set bits would take five instructions for
// each bit, and its last branch in each word would often be mispredicted. Where the text has many
// numbers, eight bytes have three or more set bits; elsewhere, they have about one.
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
	neonInObject   = 3 // for each byte of the chunk, a bit that is set if the byte is a comma in an object
	neonBits       = 4 // byte i has only bit i set
	neonSemicolons = 5
	neonWhere      = 6 // scratch
)

func (p *jsonNEON) loadSemicolons(inObject *circuit.Variable) {
	p.Load(inObject, neonInObject)
	p.F.Op("MOVD", "$0x8040201008040201", neonPassing)
	p.F.Op("FMOVD", neonPassing, neon.InMemory(neonBits))
	p.F.Op("VMOVI", int(';'), neon.InHalf(neonSemicolons))
}

// putSemicolons replaces commas with semicolons in a group of eight bytes, but only the commas of
// objects.
func (p *jsonNEON) putSemicolons(bytes, group int) {
	p.F.Op("VDUP", fmt.Sprintf("V%d.B[%d]", neonInObject, group), neon.InHalf(neonWhere))
	p.F.Op("VCMTST", neon.InHalf(neonBits), neon.InHalf(neonWhere), neon.InHalf(neonWhere))
	p.F.Op("VBIT", neon.InHalf(neonWhere), neon.InHalf(neonSemicolons), neon.InHalf(bytes))
}
