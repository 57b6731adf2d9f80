package format

import (
	"github.com/assayjson/assay/internal/engine/index"
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
			if next, stop = next+1, stop+1; src[stop-1] != '"' || src[stop-2] == '\\' {
				stop, next = tokenEnd(src, marks, base, i)
			}
		case opens && w.fits.width <= 0 && index.IsClosing(src[begin+1]):
			stop, next, opens = begin+2, next+1, false // an empty array or object is written like a scalar
		case opens || closes:
			stop = begin + 1
		case !index.IsClosing(src[stop]):
			next++ // a closing bracket right after a scalar shares the second mark of the scalar
		}
		joins, known := false, next <= len(marks) && (!opens || w.fits.knows(i))
		if known && w.fill && !closes {
			joins, known = w.joins(src, marks, base, n, end, begin, stop, next)
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
			n = w.bracket(src, end, c, n)
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
	defer func() { p.dst = w.dst[:w.n] }()
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
	p.dst = w.dst[:w.n]
	return x.Valid
}
