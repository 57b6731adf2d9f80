package format

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// A walk writes a JSON text token by token. The marks of an index give the beginning and the end of
// each token, and the text between two tokens shows what separates them. The index has found the
// text valid, so the walk checks nothing.
type walk struct {
	p   *printer
	dst []byte // p.dst with all of its capacity
	n   int    // the length of p.dst

	begin int // the initial length of p.dst

	next  int // index of the mark of the next token
	end   int // offset in the source of the end of the last token, or 0 before the first token
	depth int // not used if the output is compact

	breaks []byte // ": ", a comma, a line ending, and white space that indents many levels
	indent string // white space for one level of indentation, or "" if the output is compact
	comma  []byte // the part of breaks that begins a line at the current depth
	head   int    // the length of the comma and the line ending
	line   int    // offset in dst of the first token of the line, or the negative number of columns that have been flushed

	flat   bool // everything up to the bracket that closes depth flatAt is on one line
	flatAt int
	fill   bool  // as many elements of the innermost array as fit are on each line
	feed   *feed // provides the text after the part that is in memory; nil if all of it is

	fits measure

	compact, canonical bool

	few [128]byte // the initial memory of breaks
}

// The parts of walk.breaks begin at these offsets.
const (
	colonAt = 0
	commaAt = 2
	lineAt  = 3
)

// block is how many bytes are copied at a time. The output always has room for a block more, so
// that a copy of a few bytes can be a copy of fixed size.
const block = syntax.Block

// mostGrowth limits the memory that is reserved for the rest of the output, as a multiple of the
// length of the rest of the source.
const mostGrowth = 4

// walks has walks that are not in use, for the same reason as printers, and they are as empty: release clears a walk, which then has only
// the memory of its own fields, and whose output belongs to the printer again.
var walks = sync.Pool{New: func() any { return new(walk) }}

// release ends the use of w and gives its output to the printer.
func (w *walk) release() {
	w.p.dst = w.dst[:w.n]
	*w = walk{}
	walks.Put(w)
}

func newWalk(p *printer) *walk {
	w := walks.Get().(*walk)
	*w = walk{p: p, flatAt: -1, compact: p.compact, canonical: p.canonicalForm, indent: p.indent}
	w.fits.width, w.fits.prettier, w.fits.brace = p.width, p.style == Prettier, p.brace
	w.breaks = append(append(w.few[:0], ": ,"...), p.lineEnd...)
	w.head = len(w.breaks) - commaAt
	w.enter(0)
	w.dst, w.n, w.begin, w.line = p.dst[:cap(p.dst)], len(p.dst), len(p.dst), len(p.dst)
	return w
}

// enter sets the current depth.
func (w *walk) enter(depth int) {
	length := commaAt + w.head + depth*len(w.indent)
	for length > len(w.breaks) {
		for range depth {
			w.breaks = append(w.breaks, w.indent...)
		}
		w.breaks = slices.Grow(w.breaks, block)
	}
	w.depth, w.comma = depth, w.breaks[commaAt:length]
}

// newline writes a comma and starts a new line.
func (w *walk) newline(gap []byte, n int) int {
	if len(gap) > 2 && w.p.keepsBlank(gap) {
		n += syntax.Put(w.dst[n:], w.comma[:w.head])
		n += syntax.Put(w.dst[n:], w.comma[1:])
	} else {
		n += syntax.Put(w.dst[n:], w.comma)
	}
	w.line = n
	return n
}

// bracket writes the white space after an opening bracket and before a closing bracket, which is c.
// It also leaves the array or object that c closes.
func (w *walk) bracket(src []byte, end int, c byte, n int) int {
	if end == 0 {
		return n
	}
	flat, before := w.flat, src[end-1]
	opened, closes := before|' ' == '{', c|' ' == '}'
	if closes {
		w.fill = false
		w.enter(w.depth - 1)
		if w.depth == w.flatAt {
			w.flat, w.flatAt = false, -1
		}
	}
	switch {
	case opened && closes:
	case !flat:
		n += syntax.Put(w.dst[n:], w.comma[1:])
		w.line = n
	case (before == '{' || c == '}') && w.p.brace > 0:
		w.dst[n] = ' '
		n++
	}
	return n
}

// open enters an array or object. Its opening bracket is the last byte of dst[:n], and has mark i. It
// is followed by rest in the source.
func (w *walk) open(rest []byte, n, i int) {
	if !w.flat && w.fits.width > 0 {
		if size := w.fits.sizes[i].columns; size <= w.fits.width && w.isFlat(size, w.column(n-1), w.depth > 0) {
			w.flat, w.flatAt = true, w.depth
		}
	}
	if !w.flat && w.fits.prettier && w.dst[n-1] == '[' {
		var known bool
		if w.fill, known = onlyNumbers(rest); !known && w.feed != nil {
			w.fill = w.feed.onlyNumbers()
		}
	}
	w.enter(w.depth + 1)
}

// isFlat reports whether an array or object that needs size columns is written on one line, at the given column. The parameter inner
// reports whether it is inside another one.
func (w *walk) isFlat(size, column int, inner bool) bool {
	if inner && !w.fits.prettier {
		size++ // a comma
	}
	return column+size <= w.fits.width
}

// column returns the number of columns of the current line up to dst[n].
func (w *walk) column(n int) int { return w.columnAfter(w.comma[w.head:], n) }

// columnAfter is column for a line that begins with the given white space.
func (w *walk) columnAfter(indent []byte, n int) int {
	if w.line < 0 {
		return w.p.columns(w.dst[:n]) - w.line
	}
	return w.p.indentation(indent) + w.p.columns(w.dst[w.line:n])
}

// makeRoom flushes or grows the output, so that a token of the given length can be written.
func (w *walk) makeRoom(src []byte, n, end, length int) int {
	p, need := w.p, 2*len(w.comma)+length+2*block
	if p.w != nil && n >= flushFrom {
		w.line = -w.column(n)
		p.dst = w.dst[:n]
		p.flush()
		n = 0
	}
	if len(w.dst)-n >= need {
		return n
	}
	switch rest := len(src) - end; {
	case p.w != nil:
		need += min(2*rest, 2*flushFrom)
	case end == 0:
		need += min(rest, flushFrom)
	default:
		// The rest of the source presumably grows or shrinks as its beginning did. The limit matters
		// if the beginning nests more deeply than the rest.
		written := n - w.begin
		need += written/16 + int(min(float64(written)/float64(end), mostGrowth)*float64(rest))
	}
	w.dst = slices.Grow(w.dst[:n], need)
	w.dst = w.dst[:cap(w.dst)]
	return n
}

// joins reports whether the number src[begin:stop] is written to the line of the previous one, to which
// dst[:n] belongs and which ends at src[:end]. The next token has the mark next. If it is not yet known
// whether a comma follows, known is false.
func (w *walk) joins(src []byte, marks []uint32, base, n, end, begin, stop, next int) (joins, known bool) {
	after := src[stop]
	if after <= ' ' {
		if next >= len(marks) {
			return false, false
		}
		after = separator(src[stop : base+int(marks[next])])
	}
	gap := src[end:begin]
	if w.p.keepsBlank(gap) || separator(gap) != ',' {
		return false, true
	}
	columns := n - w.line + len(", ") + stop - begin // the line consists of ASCII
	if w.line >= 0 {
		columns += w.p.indentation(w.comma[w.head:])
	}
	if after == ',' {
		columns++
	}
	return columns <= w.fits.width, true
}
