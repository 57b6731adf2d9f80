package main

import "fmt"

// The drivers of the two kernels on planes for NEON. See lexjson_avo.go and
// grammarjson_avo.go for those that avo writes.

// General registers. In passing, armScratch may be used.
const (
	neonFrame   = "R0"  // the variables
	neonSource  = "R1"  // the chunk at hand, or the tokens
	neonChunks  = "R2"  // how many are to come, or groups
	neonOut     = "R3"  // where tokens, or elements, go
	neonLimit   = "R4"  // where to stop
	neonString  = "R5"  // -1 if the chunk begins in a string
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
	inFrame: neonFrame, ofThis: neonThis, ofOther: neonOther, "source": neonSource, "last": neonLast, "next": neonNext, "marks": neonMarks,
	"tokens": neonSource,
}

// jsonNEON writes the file of both.
func jsonNEON() {
	p := &planesNEON{f: newARMFile(), bases: neonBases}
	p.lexJSON()
	p.grammarJSON()
	p.f.data(compressions, compressionTable())
	p.f.write("jsonsimd/json")
}

func (p *planesNEON) lexJSON() {
	f := p.f
	chunk := 8 * p.planeBytes()
	f.function("lexJSONNEON",
		"func(vars, src, final *byte, chunks int, tokens, limit *byte, marks *uint64, stride int) (chunksLeft int, end *byte, ok bool)",
		"lexJSONNEON writes the tokens of up to so many chunks of 128 bytes, the last of which is at",
		"final, to tokens, until there are no more chunks or the tokens reach the limit. From there on",
		"two chunks and 7 bytes must be writable. The marks of each chunk are written so many bytes",
		"behind those of the one before. It returns how many chunks are left, the end of the tokens,",
		"and whether there was no error yet.")
	f.op("MOVD", f.argument("vars"), neonFrame)
	f.op("MOVD", f.argument("src"), neonSource)
	f.op("MOVD", f.argument("chunks"), neonChunks)
	f.op("MOVD", f.argument("tokens"), neonOut)
	f.op("MOVD", f.argument("limit"), neonLimit)
	f.op("MOVD", f.argument("marks"), neonMarks)
	f.op("MOVD", f.argument("stride"), neonStride)
	p.loadCompressions()

	vars := &frame{planeBytes: p.planeBytes(), mostLasting: 32}
	errors, inString := vars.variable(), vars.variable()
	l := newLexer(p, vars)
	l.records, l.pairs, l.names = vars.variable(), vars.variable(), vars.variable()
	l.counts = newCounts(vars.variable(), vars.passingVariable)
	l.marks = &variable{"marks", 0}
	tokensOfLast := p.halves(l)
	p.load(errors, neonErrors)
	f.op("MOVD", p.address(inString), neonString)
	k := l.block()
	k.store(k.zero(), tokensOfLast)
	k.emit()
	f.op("MOVD", neonSource, neonLast)

	// While one chunk is judged, the next one is made into planes, and the tokens of the
	// last one are written: else each would wait for the one before.
	f.op("MOVD", f.argument("final"), armScratch[0])
	f.op("CMP", 1, neonChunks)
	f.op("CSEL", "EQ", armScratch[0], neonSource, neonSource)
	p.bitsOf(l, source{"source", 0}, ofThis)
	f.label("chunk")
	f.op("CMP", 1, neonChunks)
	f.op("BEQ", "compress")
	f.op("MOVD", f.argument("final"), armScratch[0])
	f.op("ADD", chunk, neonSource, neonNext)
	f.op("CMP", 2, neonChunks)
	f.op("CSEL", "EQ", armScratch[0], neonNext, neonNext)
	p.bitsOf(l, source{"next", 0}, ofOther)
	f.label("compress")
	p.compress(source{"last", 0}, tokensOfLast, nil)
	l.rules()
	f.op("MOVD", neonSource, neonLast)
	f.op("MOVD", neonNext, neonSource)
	f.op("ADD", neonStride, neonMarks)
	f.op("MOVD", neonThis, armScratch[0])
	f.op("MOVD", neonOther, neonThis)
	f.op("MOVD", armScratch[0], neonOther)
	f.op("SUBS", 1, neonChunks)
	f.op("BEQ", "stop")
	f.op("CMP", neonLimit, neonOut)
	f.op("BLO", "chunk")

	f.label("stop")
	p.compress(source{"last", 0}, tokensOfLast, nil)
	f.op("MOVD", neonString, p.address(inString))
	f.op("MOVD", neonChunks, f.argument("chunksLeft"))
	p.finish(errors)
	f.define("lexVariablesNEON", vars.size())
	f.define("lexLastingNEON", vars.lasting)
	f.define("lexInStringNEON", inString.offset)
	f.define("lexRecordsNEON", l.records.offset)
	f.define("lexPairsNEON", l.pairs.offset)
	f.define("lexNamesNEON", l.names.offset)
	f.define("lexAskedNEON", l.counts.asked.offset)
	f.define("lexCountsNEON", l.counts.returns.offset)
}

// bitsOf computes the planes of the bytes there, for that half of the variables.
func (p *planesNEON) bitsOf(l *lexer, from source, half string) {
	k := l.block()
	for i, plane := range k.transpose(from) {
		k.store(plane, &variable{half, l.bits[i].offset})
	}
	k.emit()
}

// halves gives the lexer the variables of two chunks, of which it sees one. It returns the
// tokens of the other.
func (p *planesNEON) halves(l *lexer) (tokensOfLast *variable) {
	size := (len(l.bits) + 1) * p.planeBytes()
	offset := l.frame.reserve(2 * (len(l.bits) + 1))
	for i := range l.bits {
		l.bits[i] = &variable{ofThis, i * p.planeBytes()}
	}
	last := len(l.bits) * p.planeBytes()
	l.tokens = &variable{ofThis, last}
	p.f.op("ADD", offset, neonFrame, neonThis)
	p.f.op("ADD", offset+size, neonFrame, neonOther)
	return &variable{ofOther, last}
}

func (p *planesNEON) grammarJSON() {
	f := p.f
	f.function("grammarJSONNEON", "func(vars, tokens *byte, groups int, elements *byte) (end *byte, ok bool)",
		"grammarJSONNEON checks so many groups of 128 tokens, and writes the elements of their",
		"structure, two tokens late: for each group its size and 7 bytes more must be writable. The",
		"two bytes before the tokens must be those tokens that came last, or zeros. Zeros are no",
		"tokens. It returns the end of the elements, and whether there was no error yet.")
	f.op("MOVD", f.argument("vars"), neonFrame)
	f.op("MOVD", f.argument("tokens"), neonSource)
	f.op("MOVD", f.argument("groups"), neonChunks)
	f.op("MOVD", f.argument("elements"), neonOut)
	p.loadCompressions()

	vars := &frame{planeBytes: p.planeBytes(), mostLasting: 32}
	g := newGrammar(p, vars)
	errors := vars.variable()
	kept, inObject := vars.passingVariable(), vars.passingVariable()
	p.load(errors, neonErrors)
	f.label("group")
	k := newCircuit(p, vars)
	s := g.elements(k, g.rules(k, k.transpose(source{"tokens", 0})))
	k.store(s.inObject, inObject)
	k.store(s.kept, kept)
	k.emit()
	p.compress(source{"tokens", -2}, kept, inObject)
	f.op("ADD", 8*p.planeBytes(), neonSource)
	f.op("SUBS", 1, neonChunks)
	f.op("BNE", "group")
	p.finish(errors)
	f.define("grammarVariablesNEON", vars.size())
	f.define("grammarLastingNEON", vars.lasting)
	f.define("grammarValueNextNEON", g.valueNext.offset+p.planeBytes()-8)
}

// finish stores the errors and returns with what both kernels return.
func (p *planesNEON) finish(errors *variable) {
	f := p.f
	some, others := armScratch[0], armScratch[1]
	p.store(neonErrors, errors)
	p.words(neonErrors, some, others)
	f.op("ORR", others, some)
	f.op("CMP", 0, some)
	f.op("CSET", "EQ", some)
	f.op("MOVD", neonOut, f.argument("end"))
	f.op("MOVB", some, f.argument("ok"))
	f.op("RET")
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

func (p *planesNEON) loadCompressions() {
	p.f.op("MOVD", "$"+compressions+"<>(SB)", neonMoves)
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
func (p *planesNEON) compress(bytes source, plane, inObject *variable) {
	const counts, moves, moved = 0, 1, 2
	f := p.f
	sets, ends := armScratch[:2], armScratch[2:]
	p.load(plane, counts)
	f.op("LDP", p.address(plane), "("+sets[0]+", "+sets[1]+")")
	p.bytes("VCNT", counts, counts)
	p.words(counts, ends[0], ends[1])
	f.op("MOVD", "$0x0101010101010101", neonPassing)
	f.op("MUL", neonPassing, ends[0])
	f.op("MUL", neonPassing, ends[1])
	if inObject != nil {
		p.loadSemicolons(inObject)
	}
	for i := range p.planeBytes() {
		word, bit := i/8, i%8*8
		f.op("UBFX", bit, sets[word], 8, neonPassing)
		f.op("FMOVD", fmt.Sprintf("(%s)(%s<<3)", neonMoves, neonPassing), inMemory(moves))
		f.op("FMOVD", armAt(p.bases[bytes.pointer], bytes.offset+8*i), inMemory(moved))
		if inObject != nil {
			p.putSemicolons(moved, i)
		}
		f.op("VTBL", inHalf(moves), "["+inBytes(moved)+"]", inHalf(moved))
		to := armAt(neonOut, 0)
		if bit > 0 {
			f.op("UBFX", bit-8, ends[word], 8, neonPassing)
			to = fmt.Sprintf("(%s)(%s)", neonOut, neonPassing)
		}
		f.op("FMOVD", inMemory(moved), to)
		if bit == 56 {
			f.op("ADD", ends[word]+">>56", neonOut)
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

func (p *planesNEON) loadSemicolons(inObject *variable) {
	p.load(inObject, neonInObject)
	p.f.op("MOVD", "$0x8040201008040201", neonPassing)
	p.f.op("FMOVD", neonPassing, inMemory(neonBits))
	p.f.op("VMOVI", int(';'), inHalf(neonSemicolons))
}

// putSemicolons puts them into the eight bytes of a group where the bit is set.
func (p *planesNEON) putSemicolons(bytes, group int) {
	p.f.op("VDUP", fmt.Sprintf("V%d.B[%d]", neonInObject, group), inHalf(neonWhere))
	p.f.op("VCMTST", inHalf(neonBits), inHalf(neonWhere), inHalf(neonWhere))
	p.f.op("VBIT", inHalf(neonWhere), inHalf(neonSemicolons), inHalf(bytes))
}
