package lint

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A locator tells the positions of offsets in src that rise, or nearly so, in time that is
// linear for all of them together. They are those of [tokenizer.Locate].
type locator struct {
	src    []byte
	origin tokenizer.Position // of src[0]
	byLF   bool               // a CR alone ends no line

	at  int // no place within a character, nor between CR and LF
	pos tokenizer.Position
}

func newLocator(src []byte, o origin) *locator {
	return &locator{src: src, origin: o.pos, byLF: o.byLF, pos: o.pos}
}

// locate returns the position of src[i], or of the end of src.
func (l *locator) locate(i int) tokenizer.Position {
	begin := l.boundary(i)
	if begin < l.at {
		l.at, l.pos = 0, l.origin
	}
	l.pass(begin)
	p := l.pos
	p.Column += i - begin
	if i > begin && l.src[begin] == '\r' {
		p.Rune++
		p.UTF16++
	}
	return p
}

// boundary returns where the character begins that src[i] is in, or the CR LF.
func (l *locator) boundary(i int) int {
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

// pass moves on to src[end], a boundary.
func (l *locator) pass(end int) {
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
}

// lines returns how many lines end in part, and where the last of them ends.
func (l *locator) lines(part []byte) (n, last int) {
	if l.byLF {
		return bytes.Count(part, newline), bytes.LastIndexByte(part, '\n') + 1
	}
	if n = asm.CountLines(part); n == 0 {
		return 0, 0
	}
	return n, bytes.LastIndexAny(part, "\r\n") + 1
}

var newline = []byte("\n")

// lengths returns the length of b in characters and in code units of UTF-16. An ill-formed
// sequence counts as one.
func lengths(b []byte) (runes, units int) {
	if utf8check.Valid(b) {
		runes = len(b) - asm.CountContinuations(b)
		return runes, runes + asm.CountPairs(b)
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
