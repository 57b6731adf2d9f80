package place

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/search"
)

// PassValid moves p past b, which must be well-formed, and not followed by LF if it ends with CR.
// It is faster than Pass, since all of a stream may go through it.
func (p *Position) PassValid(b []byte) {
	lines := search.CountLines(b)
	if lines > 0 {
		*p = Position{Line: p.Line + lines, Column: 1, Rune: 1, UTF16: 1}
		b = b[lastLine(b):]
	}
	p.Column += len(b)
	p.passCharacters(b)
}

// PassCounted is PassValid for b with these counts. b may also begin or end between CR and LF, or
// within a character. It must not be empty.
func (p *Position) PassCounted(b []byte, n jsonsimd.Counts) {
	if n.Lines > 0 {
		*p = Position{Line: p.Line + n.Lines, Column: 1, Rune: 1, UTF16: 1}
		p.PassValid(b[lastLine(b):])
		return
	}
	if b[0] == '\n' {
		b = b[1:] // the line has ended with CR
	}
	characters := len(b) - n.Continuations
	p.Column += len(b)
	p.Rune += characters
	p.UTF16 += characters + n.Pairs
}
