package main

import "fmt"

// lexJSONGo writes the rules of the lexer in portable Go.
func lexJSONGo() {
	p := newPlanesGo()
	f := &frame{planeBytes: p.planeBytes(), mostLasting: 32}
	errors := f.variable()
	p.inString = f.variable()
	l := newLexer(p, f)
	l.records, l.pairs, l.names = f.variable(), f.variable(), f.variable()
	l.counts = newCounts(f.variable(), f.variable)
	l.marks = f.passingVariable()
	p.local(l.marks, "marks")
	p.local(l.firstDigit, "firstDigit")
	p.local(l.backslashes, "backslashes")
	for i := range l.bits {
		l.bits[i] = f.passingVariable()
		p.local(l.bits[i], fmt.Sprintf("b%d", i))
	}
	l.tokens = f.passingVariable()
	p.local(l.tokens, "tokens")
	p.local(l.escaped, "escaped")
	p.local(l.scalar, "scalar")
	p.local(l.start, "start")

	p.printf(`// judgeBytes checks the next chunk and returns which of its bytes are tokens, and which are
// marked. The first variable collects the errors.
func judgeBytes(v *[lexWords]uint64, chunk *[block]byte) (tokens, marks uint64) {
	var errors, escaped, firstDigit, backslashes, scalar, start uint64
	b0, b1, b2, b3, b4, b5, b6, b7 := bitPlanes(chunk)
	`)
	l.rules()
	p.printf(`
	%s |= errors
	return tokens, marks
}
`, p.nameOf(errors))
	p.printf(`
// lexWords is the number of variables of the lexer, which must be zero at first but for four
// that say what is asked for.
const (
	lexWords = %d
	lexInString = %d
	lexRecords = %d
	lexPairs = %d
	lexNames = %d
	lexAsked = %d
	lexCounts = %d
)`, f.lasting/f.planeBytes, p.inString.offset/f.planeBytes, l.records.offset/f.planeBytes, l.pairs.offset/f.planeBytes,
		l.names.offset/f.planeBytes, l.counts.asked.offset/f.planeBytes, l.counts.returns.offset/f.planeBytes)
	p.writeGo("lexjson", "math/bits", swar)
}
