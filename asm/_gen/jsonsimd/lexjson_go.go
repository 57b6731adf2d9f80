package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/portable"
)

// LexJSONGo writes the rules of the lexer in portable Go.
func LexJSONGo() {
	p := portable.NewPlanesGo()
	f := &circuit.Frame{PlaneBytes: p.PlaneBytes(), MostLasting: 32, MostRare: 48}
	errors := f.Variable()
	p.InString = f.Variable()
	l := newLexer(p, f)
	l.records, l.ijson, l.names, l.signs = f.Variable(), f.Variable(), f.Variable(), newSigns(f)
	l.counts = newCounts(f.Variable(), f.Variable)
	l.marks = f.PassingVariable()
	p.Local(l.marks, "marks")
	p.Local(l.firstDigit, "firstDigit")
	p.Local(l.backslashes, "backslashes")
	for i := range l.bits {
		l.bits[i] = f.PassingVariable()
		p.Local(l.bits[i], fmt.Sprintf("b%d", i))
	}
	l.tokens = f.PassingVariable()
	p.Local(l.tokens, "tokens")
	p.Local(l.escaped, "escaped")
	p.Local(l.scalar, "scalar")
	p.Local(l.edges, "edges")
	p.Local(l.behind, "behind")

	p.Printf(`// judgeBytes checks the next chunk, and returns the planes of its tokens and of its marks.
// The first variable collects the errors.
func judgeBytes(v *[lexWords]uint64, chunk *[block]byte) (tokens, marks uint64) {
	var errors, escaped, firstDigit, backslashes, scalar, edges, behind uint64
	b0, b1, b2, b3, b4, b5, b6, b7 := bitPlanes(chunk)
	`)
	l.rules()
	p.Printf(`
	%s |= errors
	return tokens, marks
}
`, p.NameOf(errors))
	p.Printf(`
// lexWords is the number of variables of the lexer. They must be zero at the beginning, except the
// four that hold options. If the rule IJSON is off, only the first lexLastingWords of them are used.
// The other constants are indices of variables.
const (
	lexWords = %d
	lexLastingWords = %d
	lexInString = %d
	lexRecords = %d
	lexIJSON = %d
	lexNames = %d
	lexSigns = %d
	lexAsked = %d
	lexCounts = %d
)`, f.LastingWithRare()/f.PlaneBytes, f.Lasting/f.PlaneBytes, p.InString.Offset/f.PlaneBytes, l.records.Offset/f.PlaneBytes, l.ijson.Offset/f.PlaneBytes,
		l.names.Offset/f.PlaneBytes, l.signs.large.Offset/f.PlaneBytes, l.counts.asked.Offset/f.PlaneBytes, l.counts.returns.Offset/f.PlaneBytes)
	p.WriteGo("lexjson", "math/bits", portable.Swar)
}
