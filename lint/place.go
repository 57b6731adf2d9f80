package lint

import (
	"bytes"
	"cmp"
	"slices"
)

// place tells where spans are in the input. Their offsets are in the document before, and in
// the input after it. Spans that have been placed stay as they are.
func (d *document) place(spans []*Span) {
	type end struct {
		*Span
		at   int
		last bool
	}
	ends := make([]end, 0, 2*len(spans))
	for _, s := range spans {
		if s.Start.Line == 0 {
			at := int(s.Offset - d.base)
			ends = append(ends, end{s, at, false}, end{s, at + int(s.Length), true})
		}
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	l := newLocator(d.src, d.origin)
	for _, e := range ends {
		if p := l.locate(min(e.at, len(d.src))); e.last {
			e.End = p
		} else {
			e.Start = p
			e.Offset += d.origin.offset - d.base
		}
	}
}

// move moves the edits of a fix, or of none.
func (f *Fix) move(n int64) {
	if f != nil {
		for i := range f.Edits {
			f.Edits[i].Offset += n
		}
	}
}

const (
	mostContext  = 1024     // how much of a line is kept on either side of a place
	mostContexts = 16 << 20 // and of all lines of a document, together
	leastContext = 64       // on either side of a place after that
)

// contexts copies lines of src, each of them once.
type contexts struct {
	src   []byte
	begin int64 // of src
	room  int

	from, to int // of the last one
	last     []byte
}

// at returns a copy of the line at offset, or its middle, and where that begins.
func (c *contexts) at(offset int64) (context []byte, begin int64) {
	from, to := c.around(int(offset - c.begin))
	if from != c.from || to != c.to || c.last == nil {
		c.from, c.to, c.last = from, to, append([]byte(nil), c.src[from:to]...)
		c.room -= len(c.last)
	}
	return c.last, c.begin + int64(from)
}

func (c *contexts) around(at int) (from, to int) {
	most := mostContext
	if c.room < 0 {
		most = leastContext
	}
	from, to = max(at-most, 0), min(at+most, len(c.src))
	if i := bytes.LastIndexAny(c.src[from:at], "\r\n"); i >= 0 {
		from += i + 1
	}
	if i := bytes.IndexAny(c.src[at:to], "\r\n"); i >= 0 {
		to = at + i
	}
	return from, to
}
