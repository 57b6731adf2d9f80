package place

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/search"
)

// PassValid moves p past b, which must be well-formed UTF-8. If b ends with CR, LF must not follow.
// A whole stream may go through PassValid, so PassValid is optimized to be faster than Pass.
func (p *Position) PassValid(b []byte) {
	if n := len(b); n <= fewBytes && isPlain(b) {
		p.Column += n
		p.Rune += n
		p.UTF16 += n
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

const fewBytes = 16 // calls of kernels take longer than looking at so many bytes one by one

// isPlain reports whether b has only ASCII characters, and no control characters.
func isPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c >= utf8.RuneSelf {
			return false
		}
	}
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
