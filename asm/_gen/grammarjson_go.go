package main

// grammarJSONGo writes the rules of the grammar in portable Go.
func grammarJSONGo() {
	p := newPlanesGo()
	f := &frame{planeBytes: p.planeBytes(), mostLasting: 32}
	errors := f.variable()
	g := newGrammar(p, f)
	kept, inObject := f.passingVariable(), f.passingVariable()
	p.local(kept, "kept")
	p.local(inObject, "inObject")

	p.printf(`// judgeTokens checks the next group of tokens and returns which are elements of the
// structure that matter, two tokens late, and which of those are commas in objects. The
// first variable collects the errors. Zeros are no tokens.
func judgeTokens(v *[grammarWords]uint64, group *[block]byte) (kept, inObject uint64) {
	var errors uint64
	`)
	k := newCircuit(p, f)
	s := g.elements(k, g.rules(k, k.transpose(source{"group", 0})))
	k.store(s.inObject, inObject)
	k.store(s.kept, kept)
	k.emit()
	p.printf(`
	%s |= errors
	return kept, inObject
}
`, p.nameOf(errors))
	p.printf(`
// grammarWords is the number of variables of the grammar, which must be zero at first, and
// grammarValueNext the place of the one whose last bit says that a value may come.
const (
	grammarWords = %d
	grammarValueNext = %d
)`, f.lasting/f.planeBytes, g.valueNext.offset/f.planeBytes)
	p.writeGo("grammarjson")
}
