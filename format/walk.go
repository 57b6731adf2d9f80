package format

import (
	"encoding/binary"
	"slices"

	"github.com/assayjson/assay/internal/engine/index"
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

// block is how many bytes are copied at a time. The output always has room for a block more, so
// that a copy of a few bytes can be a copy of fixed size.
const block = syntax.Block

// mostGrowth limits the memory that is reserved for the rest of the output, as a multiple of the
// length of the rest of the source.
const mostGrowth = 4

func newWalk(p *printer) *walk {
	w := &walk{p: p, flatAt: -1, compact: p.compact, canonical: p.canonicalForm, indent: p.indent}
	w.fits.width, w.fits.prettier = p.width, p.style == Prettier
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

// print writes the tokens of src that have trusted marks.
func (w *walk) print(src []byte, x *index.Index) {
	if w.compact {
		w.printCompact(src, x)
		return
	}
	marks, base := x.Marks[:x.Trusted], x.Base
	if w.fits.width > 0 {
		w.fits.drop(w.next)
		w.fits.read(src, marks, base)
	}
	p, dst, n, end, i := w.p, w.dst, w.n, w.end, 0
	for i+1 < len(marks) {
		if w.fits.width <= 0 && p.style == Plain && end <= cap(src)-block {
			if n, end, i = w.lines(src, marks, base, n, end, i); i+1 >= len(marks) {
				break
			}
		}
		begin, stop, next := base+int(marks[i]), base+int(marks[i+1]), i+1
		c := src[begin]
		opens, closes := c|' ' == '{', c|' ' == '}'
		switch {
		case c == '"':
			if src[stop] != '"' || src[stop-1] == '\\' {
				if next = index.ClosingQuote(index.TextOf(src[base:]), marks, i); next < len(marks) {
					stop = base + int(marks[next])
				}
			}
			next, stop = next+1, stop+1
		case opens && w.fits.width <= 0 && index.IsClosing(src[begin+1]):
			stop, next, opens = begin+2, next+1, false // an empty array or object is written like a scalar
		case opens || closes:
			stop = begin + 1
		case !index.IsClosing(src[stop]):
			next++ // a closing bracket right after a scalar shares the second mark of the scalar
		}
		if next > len(marks) || opens && !w.fits.knows(i) {
			break
		}
		joins := false
		if w.fill && !closes {
			var known bool
			if joins, known = w.joins(src, marks, base, n, end, begin, stop, next); !known {
				break
			}
		}
		if len(dst)-n < 2*len(w.comma)+stop-begin+2*block {
			n = w.makeRoom(src, n, end, stop-begin)
			dst = w.dst
		}
		g := src[end]
		if g <= ' ' {
			g = separator(src[end:begin])
		}
		switch {
		case g == ':':
			dst[n], dst[n+1] = ':', ' '
			n += 2
		case g != ',':
			n = w.bracket(src, end, c, n)
		case w.flat || joins:
			dst[n], dst[n+1] = ',', ' '
			n += 2
		default:
			n = w.newline(src[end:begin], n)
		}
		if n += syntax.Put(dst[n:], src[begin:stop]); opens {
			w.open(src[stop:], n, i)
		}
		end, i = stop, next
	}
	w.n, w.end, w.next = n, end, i
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

// separator returns the comma or colon in the gap between two tokens, or 0 if the gap contains
// neither.
func separator(gap []byte) byte {
	for _, c := range gap {
		if c > ' ' {
			return c
		}
	}
	return 0
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
	case before == '{' || c == '}':
		w.dst[n] = ' '
		n++
	}
	return n
}

// open enters an array or object. Its opening bracket is the last byte of dst[:n], and has mark i. It
// is followed by rest in the source.
func (w *walk) open(rest []byte, n, i int) {
	if !w.flat && w.fits.width > 0 && w.fits.sizes[i] <= w.fits.width {
		columns := w.column(n-1) + w.fits.sizes[i]
		if w.depth > 0 && !w.fits.prettier {
			columns++ // a comma
		}
		if columns <= w.fits.width {
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

// column returns the number of columns of the current line up to dst[n].
func (w *walk) column(n int) int {
	if w.line < 0 {
		return w.p.columns(w.dst[:n]) - w.line
	}
	return w.p.indentation(w.comma[w.head:]) + w.p.columns(w.dst[w.line:n])
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

// isBlank reports whether the gap between two tokens, which contains a comma, contains a blank line.
func isBlank(gap []byte) bool {
	if len(gap) <= 2 {
		return false
	}
	if gap[1] == '\n' && !hasLines(gap[2:]) {
		return false
	}
	return countLines(0, gap) == 2
}

// hasLines reports whether text, which consists of white space, commas and colons, may contain a line ending.
func hasLines(text []byte) bool {
	const bits = 0x0606060606060606 // the bits of a line feed and a carriage return that spaces and tabs do not have
	for ; len(text) >= 8; text = text[8:] {
		if word(text)&bits != 0 {
			return true
		}
	}
	for _, c := range text {
		if c&6 != 0 {
			return true
		}
	}
	return false
}

func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }
