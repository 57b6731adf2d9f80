package locate

import (
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/place"
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
	p := place.Position(l.pos)
	if l.byLF {
		p = place.LocateByLF(l.src[l.at:end], end-l.at).In(p)
	} else {
		p.Pass(l.src, l.at, end)
	}
	l.at, l.pos = end, tokenizer.Position(p)
	return l.pos
}
