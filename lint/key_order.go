package lint

import (
	"bytes"
	"cmp"

	"github.com/assayjson/assay/tokenizer"
)

// order looks for names that come before their predecessor in the order that is wanted.
type order struct {
	compare func(a, b []byte) int
	last    []lastName // of the open objects
}

type lastName struct {
	Span
	text []byte
}

func newOrder(l *Linter) nameRule {
	switch l.options.KeyOrder {
	case "desc":
		return &order{compare: func(a, b []byte) int { return bytes.Compare(b, a) }}
	case "natural":
		return &order{compare: compareNatural}
	}
	return &order{compare: bytes.Compare} // UTF-8 keeps the order of code points
}

func (r *order) open() {
	if n := len(r.last); n < cap(r.last) {
		r.last = r.last[:n+1] // with its memory
		r.last[n].Span = Span{}
		return
	}
	r.last = append(r.last, lastName{})
}

func (r *order) close() { r.last = r.last[:len(r.last)-1] }

func (r *order) name(d *document, t tokenizer.Token, text []byte) {
	last := &r.last[len(r.last)-1]
	if last.Length > 0 && r.compare(text, last.text) < 0 {
		if f := d.find(keyOrder, t.Offset(), int64(len(t.Raw()))); f != nil {
			f.Message = "the name " + quote(text) + " must come before " + quote(last.text)
			f.Related = []Related{{last.Span, "it comes after this one"}}
		}
	}
	last.Span, last.text = d.spanOf(t), append(last.text[:0], text...)
}

// compareNatural compares texts in which digits count as numbers: "a2" is less than "a10".
// Of equal numbers, the one with fewer leading zeros is less.
func compareNatural(a, b []byte) int {
	x, y := a, b
	for len(x) > 0 && len(y) > 0 {
		if isDigit(x[0]) && isDigit(y[0]) {
			m, n := digits(x), digits(y)
			p, q := bytes.TrimLeft(x[:m], "0"), bytes.TrimLeft(y[:n], "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), bytes.Compare(p, q)); c != 0 {
				return c
			}
			x, y = x[m:], y[n:]
			continue
		}
		if c := cmp.Compare(x[0], y[0]); c != 0 {
			return c
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}

// digits returns how many digits b begins with.
func digits(b []byte) (n int) {
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}
