package place

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/search"
)

// PassValid moves p past b, which must be well-formed UTF-8. If b ends with CR, LF must not follow.
// A whole stream may go through PassValid, so PassValid is optimized to be faster than Pass.
func (p *Position) PassValid(b []byte) {
	if len(b) <= fewBytes && p.passFew(b) {
		return
	}
	lines := search.CountLines(b)
	if lines > 0 {
		*p = Position{Line: p.Line + lines, Column: 1, Rune: 1, UTF16: 1}
		b = b[lastLine(b):]
	}
	p.Column += len(b)
	p.passCharacters(b)
}

const fewBytes = 32 // calls of kernels take longer than looking at so many bytes one by one

// passFew is like PassValid, but returns false if b has characters outside ASCII or a CR. Then it does
// not change p.
func (p *Position) passFew(b []byte) bool {
	lines, begin := 0, 0
	for i, c := range b {
		if c >= ' ' && c < utf8.RuneSelf {
			continue
		}
		switch {
		case c == '\n':
			lines, begin = lines+1, i+1
		case c == '\r' || c >= utf8.RuneSelf:
			return false
		}
	}
	if lines > 0 {
		*p = Position{Line: p.Line + lines, Column: 1, Rune: 1, UTF16: 1}
	}
	n := len(b) - begin
	p.Column += n
	p.Rune += n
	p.UTF16 += n
	return true
}

// PassCounted is like PassValid, but the lines and characters in b have already been counted: n
// holds the counts. b may also begin or end between CR and LF, or inside a character. b must not be
// empty.
func (p *Position) PassCounted(b []byte, n jsonsimd.Counts) {
	if n.Lines > 0 {
		*p = Position{Line: p.Line + n.Lines, Column: 1, Rune: 1, UTF16: 1}
		p.PassValid(b[lastLine(b):])
		return
	}
	if b[0] == '\n' {
		b = b[1:] // the CR has already ended the line
	}
	characters := len(b) - n.Continuations
	p.Column += len(b)
	p.Rune += characters
	p.UTF16 += characters + n.Pairs
}
