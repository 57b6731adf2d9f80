package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/portable"
)

// GrammarJSONGo writes the rules of the grammar in portable Go.
func GrammarJSONGo() {
	p := portable.NewPlanesGo()
	f := &circuit.Frame{PlaneBytes: p.PlaneBytes(), MostLasting: 32}
	errors := f.Variable()
	g := newGrammar(p, f)
	kept, inObject := f.PassingVariable(), f.PassingVariable()
	p.Local(kept, "kept")
	p.Local(inObject, "inObject")

	p.Printf(`// judgeTokens checks the next group of tokens. It returns the planes of the elements that
// must be kept, and of the commas in objects. Both planes are delayed by two tokens. The first
// variable collects the errors. A zero byte is not a token.
func judgeTokens(v *[grammarWords]uint64, group *[block]byte) (kept, inObject uint64) {
	var errors uint64
	`)
	k := circuit.NewCircuit(p, f)
	s := g.elements(k, g.rules(k, k.Transpose(circuit.Source{Pointer: "group", Offset: 0})))
	k.Store(s.inObject, inObject)
	k.Store(s.kept, kept)
	k.Emit()
	p.Printf(`
	%s |= errors
	return kept, inObject
}
`, p.NameOf(errors))
	p.Printf(`
// grammarWords is the number of variables of the grammar. All variables must be zero at the
// beginning. grammarValueNext is the index of a variable. The last bit of that variable is set if a
// value may come next.
const (
	grammarWords = %d
	grammarValueNext = %d
)`, f.Lasting/f.PlaneBytes, g.valueNext.Offset/f.PlaneBytes)
	p.WriteGo("grammarjson")
}
