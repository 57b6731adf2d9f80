package lint

import (
	"bytes"
	"cmp"
	"io"

	"github.com/assayjson/assay/tokenizer"
)

// A flow is a document that goes by. Of its text, src is what the walk has not passed yet and
// what findings need of the text around them. The tokenizer reads through it.
type flow struct {
	*document
	in      io.Reader
	full    int     // the length of src at which memory is given free
	newline string  // that the first line ends with, if it has come
	names   locator // of names, whose places are asked for when they have gone
	room    int     // for contexts
	unsure  []unsure
}

const (
	background = around + 2*mostContext // what is kept before the walk, for guesses and contexts
	foreground = longestRun + 2*around  // what must be known behind an ill-formed sequence
)

// checkFlow checks the document that in has, which begins with head, for the rules on. The error is that
// of in.
func (l *Linter) checkFlow(r *Report, in io.Reader, head []byte, on ruleSet) error {
	d := l.newDocument(r, head, start)
	f := &flow{document: d, in: in, full: l.window / 4, names: *newLocator(nil, start), room: mostContexts}
	d.flow, d.found.flows = f, true
	d.checkBOM()
	if d.isForeign() {
		f.settle(true)
		r.take(d)
		_, err := io.Copy(io.Discard, in)
		return err
	}
	d.src, d.json = nil, nil
	d.tokens = tokenizer.NewReader(f, l.walkingFor(on)...)
	err := d.walkOver(on & d.on)
	if err == nil {
		d.sweep(true)
		d.checkFinalNewline(cmp.Or(f.newline, "\n"))
	}
	f.settle(true)
	f.resolve()
	r.take(d)
	return err
}

// Read gives the tokenizer more, and memory free.
func (f *flow) Read(p []byte) (n int, err error) {
	if len(f.src) >= f.full {
		f.slide()
	}
	n, err = f.in.Read(p)
	p = p[:n]
	f.src = append(f.src, p...)
	f.json = f.src
	if f.newline == "" && bytes.IndexByte(p, '\n') >= 0 {
		f.newline = lineEnd(f.src)
	}
	f.sweep(false)
	return n, err
}

// slide gives memory free of what is not needed any more.
func (f *flow) slide() {
	f.settle(false)
	for _, rule := range f.document.names {
		if r, ok := rule.(interface{ settle(*document) }); ok {
			r.settle(f.document)
		}
	}
	keep := min(f.tokens.InputOffset(), f.base+int64(f.swept))
	for _, found := range f.found.fresh {
		keep = min(keep, found.Offset)
	}
	l := newLocator(f.src, f.origin)
	gone := l.boundary(max(int(keep-f.base)-background, 0))
	if f.doubt != nil {
		f.doubtTo(f.base + int64(gone))
	}
	l.pass(gone)
	f.origin.offset, f.origin.pos = f.origin.offset+int64(gone), l.pos
	f.base += int64(gone)
	f.swept -= gone
	f.guessed.to -= gone
	f.src = append(f.memory(len(f.src)-gone), f.src[gone:]...)
	f.names = *newLocator(f.src, f.origin)
	f.full = max(f.window/4, 2*len(f.src))
}

// memory returns some for the next n bytes and more: what there is, unless it is what a long
// token needed.
func (f *flow) memory(n int) []byte {
	if cap(f.src) > 2*f.window && n < cap(f.src)/8 {
		return make([]byte, 0, 2*n)
	}
	return f.src[:0]
}

// settle tells the places of findings and copies the lines around them, of which all must be
// there.
func (f *flow) settle(atEnd bool) {
	end := f.base + int64(len(f.src))
	var ready []*finding
	later := f.found.fresh[:0]
	for _, found := range f.found.fresh {
		if atEnd || found.Offset+found.Length+2*mostContext <= end {
			ready = append(ready, found)
		} else {
			later = append(later, found)
		}
	}
	f.found.fresh = later
	f.room = f.show(ready, f.room)
}

// place tells where a span is that ends where the walk is, or before.
func (f *flow) place(s *Span) {
	f.names.src = f.src
	s.Start = f.names.locate(int(s.Offset - f.base))
	s.End = f.names.locate(int(s.Offset + s.Length - f.base))
}
