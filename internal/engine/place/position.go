package place

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/asm/utf8simd"
	"github.com/assayjson/assay/utf8check"
)

// A Position is a position in a text as editors show it. Lines and columns start at 1. A line ends
// with LF, CR or CR LF. The first byte of the line end is in the column after the last character of
// the line, and the LF of a CR LF is one column further.
type Position struct {
	Line   int
	Column int // in bytes
	Rune   int // in code points; an ill-formed sequence counts as one
	UTF16  int // in UTF-16 code units, as in the Language Server Protocol
}

// Locate returns the position of the byte at offset in src. An offset beyond the end of src gives
// the position of the end. Locate reads src up to offset and allocates nothing.
func Locate(src []byte, offset int64) Position {
	p := Start
	p.Pass(src, 0, int(min(max(offset, 0), int64(len(src)))))
	return p
}

// Start is the position at which a text begins. It must not be changed.
var Start = Position{Line: 1, Column: 1, Rune: 1, UTF16: 1}

// Pass moves p from the position of src[begin] to the position of src[end], or of the end of src if
// end is len(src). src[begin] must not be inside a character or between CR and LF.
func (p *Position) Pass(src []byte, begin, end int) {
	whole := src[begin:end]
	if n := len(whole); n > 0 && whole[n-1] == '\r' && end < len(src) && src[end] == '\n' {
		whole = whole[:n-1] // the line only ends after the LF
	}
	if lines := search.CountLines(whole); lines > 0 {
		*p = Position{Line: p.Line + lines, Column: 1, Rune: 1, UTF16: 1}
		begin += lastLine(whole)
	}
	p.passInLine(src[begin:end], src[begin:])
}

// Columns returns the position of src[end] in a line that starts at src[start]. The parameter line
// is the number of that line. If src[end] is inside a character, Columns returns the code point and
// UTF-16 columns of that character.
func Columns(src []byte, line, start, end int) Position {
	p := Position{Line: line, Column: 1, Rune: 1, UTF16: 1}
	p.passInLine(src[start:end], src[start:])
	return p
}

// LocateByLF returns the position of b[end], as [Locate] does, but only LF counts as a line end.
func LocateByLF(b []byte, end int) Position {
	return Columns(b, 1+bytes.Count(b[:end], newline), 1+bytes.LastIndexByte(b[:end], '\n'), end)
}

var newline = []byte("\n")

// passInLine moves p past part, which is inside a line. rest is the text that begins with part. If
// part ends inside a character, the code point and UTF-16 columns become those of that character.
func (p *Position) passInLine(part, rest []byte) {
	p.Column += len(part)
	for len(part) > 0 {
		n := utf8check.ValidPrefix(part)
		p.passCharacters(part[:n])
		for n < len(part) { // ill-formed sequences often come in groups
			size, kind := utf8check.Sequence(rest[n:])
			if n+size > len(part) {
				return
			}
			if kind == utf8check.WellFormed {
				break
			}
			n += size
			p.Rune++
			p.UTF16++
		}
		part, rest = part[n:], rest[n:]
	}
}

// passCharacters moves p past b, which must be well-formed and inside a line, but leaves p.Column
// as it is. If b ends inside a character, p moves past that character.
func (p *Position) passCharacters(b []byte) {
	continuations := utf8simd.CountContinuations(b)
	p.Rune += len(b) - continuations
	p.UTF16 += len(b) - continuations
	if continuations > 0 || len(b) > 0 && b[len(b)-1] >= utf8.RuneSelf {
		p.UTF16 += search.CountPairs(b)
	}
}

// In returns the absolute position of p, if p is relative to outer.
func (p Position) In(outer Position) Position {
	if p.Line > 1 {
		p.Line += outer.Line - 1
		return p
	}
	return Position{outer.Line, outer.Column + p.Column - 1, outer.Rune + p.Rune - 1, outer.UTF16 + p.UTF16 - 1}
}

// lastLine returns the offset of the last line of b, which must have more than one line.
func lastLine(b []byte) int {
	const block = 256
	end := len(b)
	for end > block && search.CountLines(b[end-block:end]) == 0 {
		end -= block
	}
	return bytes.LastIndexAny(b[:end], "\r\n") + 1
}
