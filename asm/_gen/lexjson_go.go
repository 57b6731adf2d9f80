package main

import "fmt"

// lexJSONGo writes the rules of the lexer in portable Go.
func lexJSONGo() {
	p := newPlanesGo()
	f := &frame{planeBytes: p.planeBytes()}
	errors := f.variable()
	p.inString = f.variable()
	l := newLexer(p, f)
	for i := range l.bits {
		l.bits[i] = f.passingVariable()
		p.local(l.bits[i], fmt.Sprintf("b%d", i))
	}
	l.tokens = f.passingVariable()
	p.local(l.tokens, "tokens")
	p.local(l.escaped, "escaped")
	p.local(l.scalar, "scalar")
	p.local(l.start, "start")

	p.printf(`// judgeBytes checks the next chunk and returns which of its bytes are tokens. The first
// variable collects the errors.
func judgeBytes(v *[lexWords]uint64, chunk *[block]byte) (tokens uint64) {
	var errors, escaped, scalar, start uint64
	b0, b1, b2, b3, b4, b5, b6, b7 := bitPlanes(chunk)
	`)
	l.rules()
	p.printf(`
	%s |= errors
	return tokens
}
`, p.nameOf(errors))
	p.printf("// lexWords is the number of variables of the lexer, which must be zero at first.\nconst lexWords = %d", f.lasting/f.planeBytes)
	p.writeGo("lexjson")
}
