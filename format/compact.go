package format

import (
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// printCompact is like print for output without white space, except that records are on lines of
// their own. It copies everything between two gaps with white space at once. It does without a
// [mark.Cursor], which would make it a fifth slower.
func (w *walk) printCompact(src []byte, x *index.Index) {
	marks, base := x.Marks[:x.Trusted], x.Base
	end, i := w.end, 0
	copied := end // src[copied:end] has yet to be copied
	for i+1 < len(marks) {
		begin, stop, next := base+int(marks[i]), base+int(marks[i+1]), i+1
		c := src[begin]
		rewrite := false
		switch {
		case c == '"':
			if src[stop] != '"' || src[stop-1] == '\\' {
				if next = mark.ClosingQuote(src[base:], marks, i); next < len(marks) {
					stop = base + int(marks[next])
					rewrite = w.canonical && !hasCanonicalEscapes(src[base:], marks[i+1:next])
				}
			}
			next, stop = next+1, stop+1
		case c|' ' == '{' || c|' ' == '}':
			stop = begin + 1
		case c == '\n': // the end of a record
			i = next
			continue
		default:
			if !syntax.IsClosing(src[stop]) {
				next++ // a closing bracket right after a scalar shares the second mark of the scalar
			}
			rewrite = w.canonical && c <= '9' && !isCanonicalNumber(src[begin:stop])
		}
		if next > len(marks) {
			break
		}
		if gap := begin - end; gap > 1 || gap == 1 && src[end] <= ' ' {
			w.copy(src, copied, end)
			if g := src[end]; g > ' ' {
				w.dst[w.n] = g
				w.n++
			} else {
				w.separate(src, end, begin)
			}
			copied = begin
		}
		if rewrite {
			w.copy(src, copied, begin)
			w.rewrite(src[begin:stop])
			copied = stop
		}
		end, i = stop, next
	}
	w.copy(src, copied, end)
	w.end, w.next = end, i
}

// copy copies src[begin:end] to the output, which then has room for a few more bytes.
func (w *walk) copy(src []byte, begin, end int) {
	if len(w.dst)-w.n < end-begin+2*block {
		w.n = w.makeRoom(src, w.n, begin, end-begin)
	}
	if begin < end {
		w.n += syntax.Put(w.dst[w.n:], src[begin:end])
	}
}

// separate writes what separates the tokens that end at src[:end] and begin at src[begin]. A record
// ends where nothing separates two tokens, and neither of them is a bracket on the other's side.
func (w *walk) separate(src []byte, end, begin int) {
	if c := separator(src[end:begin]); c != 0 {
		w.dst[w.n] = c
		w.n++
	} else if end > 0 && src[end-1]|' ' != '{' && !syntax.IsClosing(src[begin]) {
		w.n += syntax.Put(w.dst[w.n:], w.comma[1:w.head])
	}
}

// rewrite writes the canonical form of a token.
func (w *walk) rewrite(token []byte) {
	p := w.p
	p.dst, p.scratch = appendCanonical(w.dst[:w.n], token, p.scratch)
	w.dst, w.n = p.dst[:cap(p.dst)], len(p.dst)
}
