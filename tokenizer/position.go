package tokenizer

import "github.com/assayjson/assay/utf8check"

// A Position is a place in a text as editors show it. Lines and columns begin at 1.
// A line ends with LF, CR or CR LF; the column of the bytes of a line's end is the
// one after its last character.
type Position struct {
	Line   int
	Column int // in bytes
	Rune   int // in code points; an ill-formed sequence counts as one
	UTF16  int // in UTF-16 code units, as the Language Server Protocol counts
}

// Locate returns the position of the byte at offset in src. The end of src, or
// anything beyond it, is located after the last byte. It reads src up to offset
// and allocates nothing.
func Locate(src []byte, offset int64) Position {
	p := start
	p.pass(src, 0, int(min(max(offset, 0), int64(len(src)))))
	return p
}

// start is where a text begins.
var start = Position{Line: 1, Column: 1, Rune: 1, UTF16: 1}

// pass moves p, the position of src[begin], on to that of src[end], or of the end of src.
// src[begin] must not be within a character, nor between CR and LF.
func (p *Position) pass(src []byte, begin, end int) {
	for i := begin; i < end; i++ {
		if next, ok := lineEnd(src, i); ok && next <= end {
			*p = Position{Line: p.Line + 1, Column: 1, Rune: 1, UTF16: 1}
			begin = next
			i = next - 1
		}
	}
	p.Column += end - begin
	for i := begin; i < end; {
		n, _ := utf8check.Sequence(src[i:])
		if i+n > end { // offset lies within a character: count those before it
			break
		}
		i += n
		p.Rune++
		p.UTF16++
		if n == 4 { // above U+FFFF, a surrogate pair
			p.UTF16++
		}
	}
}

// lineEnd reports whether src[i] begins the end of a line, and where the next line
// starts.
func lineEnd(src []byte, i int) (next int, ok bool) {
	switch src[i] {
	case '\n':
		return i + 1, true
	case '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return i + 2, true
		}
		return i + 1, true
	}
	return i, false
}
