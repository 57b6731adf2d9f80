package locate

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/asm/utf8simd"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// An Origin is the position in the input at which a text begins.
type Origin struct {
	Offset   int64
	Position tokenizer.Position
	ByLF     bool // a lone CR does not end a line; this is usual for records
}

// Start is the origin of a text that is the whole input or its start.
var Start = Origin{Position: tokenizer.Position{Line: 1, Column: 1, Rune: 1, UTF16: 1}}

// A Locator returns the positions of offsets in a text. If the offsets are ascending, or nearly so,
// the total time is linear in the length of the text. The positions are the same as those that
// [tokenizer.Locate] returns.
type Locator struct {
	src    []byte
	origin tokenizer.Position // position of src[0]
	byLF   bool

	at  int // the index in src of pos; never inside a character or between CR and LF
	pos tokenizer.Position
}

// New returns a Locator for src, which begins at o.
func New(src []byte, o Origin) *Locator {
	return &Locator{src: src, origin: o.Position, byLF: o.ByLF, pos: o.Position}
}

// Extend replaces the text with src, which must begin with the old text.
func (l *Locator) Extend(src []byte) { l.src = src }

// Locate returns the position of src[i], or of the end of src.
func (l *Locator) Locate(i int) tokenizer.Position {
	begin := l.Boundary(i)
	if begin < l.at {
		l.at, l.pos = 0, l.origin
	}
	p := l.Advance(begin)
	p.Column += i - begin
	if i > begin && l.src[begin] == '\r' {
		p.Rune++
		p.UTF16++
	}
	return p
}

// Boundary returns the last index at or before i that is neither inside a character nor between CR
// and LF.
func (l *Locator) Boundary(i int) int {
	if i == 0 || i >= len(l.src) {
		return i
	}
	if l.src[i] == '\n' && l.src[i-1] == '\r' {
		return i - 1
	}
	for begin := i; begin > max(i-utf8.UTFMax, 0) && !utf8.RuneStart(l.src[begin]); {
		begin--
		if n, _ := utf8check.Sequence(l.src[begin:]); utf8.RuneStart(l.src[begin]) && begin+n > i {
			return begin
		}
	}
	return i
}

// Advance moves the Locator forward to src[end] and returns the position of src[end]. The parameter
// end must be a boundary, and must not be before the current index of the Locator.
func (l *Locator) Advance(end int) tokenizer.Position {
	part := l.src[l.at:end]
	l.at = end
	if lines, last := l.lines(part); lines > 0 {
		l.pos = tokenizer.Position{Line: l.pos.Line + lines, Column: 1, Rune: 1, UTF16: 1}
		part = part[last:]
	}
	runes, units := lengths(part)
	l.pos.Column += len(part)
	l.pos.Rune += runes
	l.pos.UTF16 += units
	return l.pos
}

// lines returns the number of lines that end in part, and the index after the last line end.
func (l *Locator) lines(part []byte) (n, last int) {
	if l.byLF {
		return bytes.Count(part, newline), bytes.LastIndexByte(part, '\n') + 1
	}
	if n = search.CountLines(part); n == 0 {
		return 0, 0
	}
	return n, bytes.LastIndexAny(part, "\r\n") + 1
}

var newline = []byte("\n")

// lengths returns the length of b in characters and in UTF-16 code units. An ill-formed sequence
// counts as one character and one code unit.
func lengths(b []byte) (runes, units int) {
	if utf8check.Valid(b) {
		runes = len(b) - utf8simd.CountContinuations(b)
		return runes, runes + search.CountPairs(b)
	}
	for len(b) > 0 {
		n, _ := utf8check.Sequence(b)
		b = b[n:]
		runes++
		units++
		if n == utf8.UTFMax {
			units++
		}
	}
	return runes, units
}
