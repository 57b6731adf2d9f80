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
	end := int(min(max(offset, 0), int64(len(src))))
	line, start := 1, 0
	for i := 0; i < end; i++ {
		if next, ok := lineEnd(src, i); ok && next <= end {
			line++
			start = next
			i = next - 1
		}
	}
	p := Position{Line: line, Column: end - start + 1, Rune: 1, UTF16: 1}
	for i := start; i < end; {
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
	return p
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
