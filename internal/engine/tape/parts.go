package tape

import (
	"context"
	"slices"
	"sync"

	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Several goroutines make the tape of a long document in two steps. First, they check the parts of the text, and find which bytes have
// marks ([parts.Part.Masks]). Then it is known where the marks of each part begin on the tape, and they write them, and link the brackets
// in each part. Brackets of containers that begin in another part are linked in order ([linker.join]).

// A piece is a part of a document between two commas or ends.
type piece struct {
	parts.Part
	begin   int // offset of the text
	masks   []uint64
	escaped []uint32 // which marks of the piece have HasEscape
	first   int      // index of the first mark
	marks   int      // number of marks
	linker
}

// pieces are all pieces of a document.
type pieces struct {
	all     []piece
	nesting scan.Nesting // the open containers
	linker
}

// piecePool keeps the memory of documents for others, until the garbage collector has run twice: about an eighth of the length of the
// text, and 4 bytes for each string with escapes. A document has its pieces for itself until release, when no goroutine works on them.
var piecePool = sync.Pool{New: func() any { return new(pieces) }}

// indexParts is like Index for t.Data[begin:], but several goroutines do the work. If a piece does not pass, the rest of the document
// becomes a single piece: either the document is invalid there, or the place where the piece ended was not between two values.
func (t *Tape) indexParts(c *scan.Rules, begin, workers int) bool {
	p := piecePool.Get().(*pieces)
	defer p.release(len(t.Data))
	p.cut(t.Data, begin, parts.SizeOf(c))
	marks, known := 0, 0
	for one := range p.each(workers, func(one *piece) { one.find(c.MaxDepth) }) {
		passes := p.follow(one, c.MaxDepth)
		if !passes {
			one.Text, one.End.At = t.Data[one.begin:], len(t.Data)
			one.find(c.MaxDepth)
			if !p.follow(one, c.MaxDepth) {
				return false
			}
		}
		one.first = marks
		marks += one.marks
		if known++; !passes {
			break
		}
	}
	p.all = p.all[:known]
	if p.nesting.Depth != 0 || marks == 0 {
		return false
	}
	t.Marks, t.Links = sized(t.Marks, marks), sized(t.Links, marks)
	p.linker = linker{links: t.Links, open: p.linker.open[:0]}
	for one := range p.each(workers, func(one *piece) { one.write(t) }) {
		p.join(&one.linker)
	}
	return true
}

// follow reports whether the next piece is valid after those before it, and if so, makes the open containers those after it.
func (p *pieces) follow(next *piece, maxDepth int) (valid bool) {
	return next.Valid && parts.Follow(&p.nesting, &next.Found, maxDepth)
}

// release makes the memory of p available for other documents, unless the text was longer than 64 MiB. The pool must not keep the text
// and its tape.
func (p *pieces) release(size int) {
	const mostKept = 64 << 20
	p.all = p.all[:cap(p.all)]
	for i := range p.all {
		p.all[i].Text, p.all[i].links = nil, nil
	}
	if p.links = nil; size <= mostKept {
		piecePool.Put(p)
	}
}

// sized returns n elements, whose values do not matter, if possible in the memory of s.
func sized(s []uint32, n int) []uint32 {
	if cap(s) < n {
		return make([]uint32, n)
	}
	return s[:n]
}

// cut cuts a document into pieces.
func (p *pieces) cut(data []byte, begin, size int) {
	p.all, p.nesting = p.all[:0], scan.Nesting{Outer: p.nesting.Outer[:0]}
	for from := begin + size; begin < len(data); from += size {
		end := parts.Cut{At: len(data)}
		if from < len(data) {
			next, found := parts.Next(data, from)
			if !found || next.InString {
				continue
			}
			end, from = next, next.At
		}
		p.all = slices.Grow(p.all, 1)[:len(p.all)+1]
		one := &p.all[len(p.all)-1] // which may have the memory of an earlier piece
		one.Text, one.First, one.begin = data[begin:end.At], len(p.all) == 1, begin
		one.Begin, one.End = parts.Cut{At: begin}, end
		begin = end.At
	}
}

// each lets several goroutines call do with the pieces, and returns an iterator over them in order.
func (p *pieces) each(workers int, do func(*piece)) func(yield func(*piece) bool) {
	return func(yield func(*piece) bool) {
		n := 0
		next := func(_ context.Context, one **piece) (made bool) {
			if made = n < len(p.all); made {
				*one = &p.all[n]
				n++
			}
			return made
		}
		for one := range parallel.Ordered(context.Background(), workers, next, func(one **piece) { do(*one) }) {
			if !yield(*one) {
				return
			}
		}
	}
}

// find checks the piece and finds its marks.
func (p *piece) find(maxDepth int) {
	p.masks = p.Masks(p.masks[:0], maxDepth)
	if p.Valid {
		p.escaped, p.marks = foldEscapes(p.escaped[:0], p.masks, p.Text)
	}
}

// write sets the marks of the piece on the tape, and links the brackets whose containers are in it.
func (p *piece) write(t *Tape) {
	const size = 16 << 10 // of a text whose bytes at marks stay in the cache until they are linked
	var firsts [size + wordBytes]byte
	var brackets [longMemory]uint32
	marks := t.Marks[p.first : p.first : p.first+p.marks]
	p.linker = linker{links: t.Links, open: p.linker.open[:0], closed: p.closed[:0]}
	for at := 0; at <= len(p.Text); at += size {
		first, masks := p.first+len(marks), p.masks[at/wordBytes:min((at+size)/wordBytes, len(p.masks))]
		var some []byte
		marks, some = positionsBytes(marks, firsts[:0], uint32(p.begin+at), p.Text[at:min(at+size, len(p.Text))], masks)
		p.linkAll(uint32(first), some, brackets[:])
	}
	for _, i := range p.escaped {
		marks[i] |= HasEscape
	}
}
