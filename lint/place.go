package lint

import (
	"bytes"
	"cmp"
	"slices"
)

// place tells where spans of src, which begins at o, are in the input. Their offsets are in
// src before, and in the input after it.
func place(src []byte, o origin, spans []*Span) {
	type end struct {
		*Span
		at   int
		last bool
	}
	ends := make([]end, 0, 2*len(spans))
	for _, s := range spans {
		ends = append(ends, end{s, int(s.Offset), false}, end{s, int(s.Offset + s.Length), true})
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	l := newLocator(src, o)
	for _, e := range ends {
		if p := l.locate(min(e.at, len(src))); e.last {
			e.End = p
		} else {
			e.Start = p
			e.Offset += o.offset
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
