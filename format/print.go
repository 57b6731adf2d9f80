package format

import (
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// print writes the tokens of src that have trusted marks.
func (w *walk) print(src []byte, x *index.Index) {
	if w.compact {
		w.printCompact(src, x)
		return
	}
	marks, base := x.Marks[:x.Trusted], x.Base
	w.fits.readFrom(src, marks, base, w.next)
	p, dst, n, end := w.p, w.dst, w.n, w.end
	tokens := mark.Cursor{Text: src[base:], Marks: marks}
	i := 0
	for {
		if i+1 < len(marks) && !w.flat && !w.fill && p.style != Stringify && end <= cap(src)-block {
			n, end, i = w.lines(src, marks, base, n, end, i)
			tokens.At = i
		}
		kind := tokens.Next()
		if kind == 0 {
			break
		}
		begin, stop := base+tokens.Begin, base+tokens.End
		opens, closes := kind|' ' == '{', kind|' ' == '}'
		if opens && w.fits.width <= 0 && syntax.IsClosing(src[stop]) { // an empty array or object is written like a scalar
			tokens.Next()
			stop, opens = stop+1, false
		}
		joins, known := false, !opens || w.fits.knows(i)
		if known && w.fill && !closes {
			joins, known = w.joins(src, marks, base, n, end, begin, stop, tokens.At)
		}
		if !known {
			break
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
		case g == ':' || g == ',' && (w.flat || joins):
			dst[n], dst[n+1] = g, ' '
			n += 2
		case g != ',':
			n = w.bracket(src, end, byte(kind), n)
		default:
			n = w.newline(src[end:begin], n)
		}
		if n += syntax.Put(dst[n:], src[begin:stop]); opens {
			w.open(src[stop:], n, i)
		}
		end, i = stop, tokens.At
	}
	w.n, w.end, w.next = n, end, i
}

// walk writes the text. It returns false if the text has no index, or none beyond some offset.
func (f *feed) walk(p *printer) (complete bool, err error) {
	if err := f.fill(); err != nil {
		return false, err
	}
	x := index.New(f.Text, 0, scan.DefaultMaxDepth, p.rules)
	if x == nil {
		return false, nil
	}
	defer x.Free()
	w := newWalk(p)
	w.feed = f
	defer w.release()
	for p.err == nil {
		found, short := x.MoreOf(f.Text, w.next, f.Ends())
		switch {
		case found:
			w.print(f.Text, x)
		case short:
			w.fits.drop(w.next)
			w.next = 0
			n := max(w.end-1, 0)
			f.Drop(n)
			w.end -= n
			w.fits.end -= n
			x.ForgetBytes(n)
			if err := f.fill(); err != nil {
				return false, err
			}
		default:
			return x.Valid, nil
		}
	}
	return false, p.err
}

// walk writes a text by its marks, as far as it has an index. It returns whether that was all of it.
func (p *printer) walk(src []byte) (complete bool) {
	x := index.New(src, 0, scan.DefaultMaxDepth, p.rules)
	if x == nil {
		return false
	}
	defer x.Free()
	w := newWalk(p)
	for x.More(src, w.next) {
		w.print(src, x)
	}
	w.release()
	return x.Valid
}
