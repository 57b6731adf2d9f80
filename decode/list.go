package decode

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"reflect"
	"sync"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/parallel"
)

// A sliceHeader is a slice of any type.
type sliceHeader struct {
	first    unsafe.Pointer
	len, cap int
}

func decodeSlice(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '[' {
		return w.refuse(p, i)
	}
	n := w.len(i)
	switch {
	case n == 0:
		*(*[]struct{})(to) = []struct{}{}
		return w.links[i] + 1
	case !p.elem.isAlone && w.shares(p.elem.size, n):
		*(*sliceHeader)(to) = sliceHeader{w.take(p.elem.id, p.elem.typ, p.elem.size, n), n, n}
	default:
		list := reflect.NewAt(p.typ, to).Elem()
		list.Grow(n)
		list.SetLen(n)
	}
	if first := (*sliceHeader)(to).first; isDivided(w, i, n) {
		divide(w, p.elem, first, i)
	} else {
		decodeElements(w, p.elem, first, n, i+1)
	}
	return w.links[i] + 1
}

// decodeArray decodes an array into an array, which must have as many elements.
func decodeArray(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '[' {
		return w.refuse(p, i)
	}
	n, most := w.len(i), p.len
	if n != most {
		w.report(mismatch{mark: i, kind: WrongLength, typ: p.typ})
	}
	next = decodeElements(w, p.elem, to, min(n, most), i+1)
	for ; n > most; n-- {
		w.skip(next)
		next = w.after(next)
	}
	return w.links[i] + 1
}

// decodeElements decodes n elements of an array, the first of which is at e. It returns the index of the mark after them.
func decodeElements(w *walk, p *plan, to unsafe.Pointer, n int, e uint32) (next uint32) {
	for ; n > 1; n-- {
		e = w.value(p, to, e)
		to = unsafe.Add(to, p.size)
	}
	if n > 0 {
		e = w.value(p, to, e)
	}
	return e
}

// runMarks is how many marks a run has, or a few more. The text of so many tokens is usually 200 to 500 KB.
const runMarks = 1 << 16

// leastRuns is how many runs an array must have to be worth the goroutines.
const leastRuns = 4

// A run is some consecutive elements of a long array, which one goroutine decodes.
type run struct {
	first uint32 // the mark of the first element
	n     int    // the number of elements
	to    unsafe.Pointer
	found mismatches
}

// isDivided reports whether the n elements of the array at i are decoded by several goroutines. If the elements are longer than a run,
// the arrays in them may be.
func isDivided(w *walk, i uint32, n int) bool {
	if w.workers <= 1 {
		return false
	}
	marks, size := int(w.links[i]-i), w.runSize()
	return marks >= leastRuns*size && marks/n < size
}

func (s *settings) runSize() int { return cmp.Or(s.runMarks, runMarks) }

// divide decodes the elements of the array at i into memory at to, as decodeElements does.
func divide(w *walk, p *plan, to unsafe.Pointer, i uint32) {
	e, end, done := i+1, w.links[i], 0
	next := func(_ context.Context, r *run) (made bool) {
		if e >= end {
			return false
		}
		r.to, r.first, r.n = unsafe.Add(to, uintptr(done)*p.size), e, 0
		for ; e < end && int(e-r.first) < w.runSize(); r.n++ {
			e = w.after(e)
		}
		done += r.n
		return true
	}
	do := func(r *run) {
		part, s := partWalks.Get().(*walk), w.settings
		s.workers = 0 // what is in the elements is not divided further
		part.begin(w.Tape, w.root, &s)
		part.chunk.size, part.examined = min(len(w.data), mostChunk)/2, w.examined
		decodeElements(part, p, r.to, r.n, r.first)
		r.found, part.found = part.found, r.found
		part.release()
		partWalks.Put(part)
	}
	for r := range parallel.Ordered(context.Background(), w.workers, next, do) {
		for _, m := range r.found.list {
			w.report(m)
		}
		w.found.more += r.found.more
		r.found.reset()
	}
}

// partWalks has walks over parts of documents. Each has the memory that walk.release keeps, less than 2 MiB, and refers to no text or
// result. If a method of a type panics, a walk is not used again, because it has not been released.
var partWalks = sync.Pool{New: func() any { return new(walk) }}

// decodeBytes decodes Base64 (RFC 4648, section 4) into a slice of bytes.
func decodeBytes(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	b, err := parseBase64(w.body(i))
	if err != nil {
		w.report(mismatch{mark: i, kind: InvalidText, typ: p.typ, err: err})
	}
	*(*[]byte)(to) = b
	return i + 2
}

// decodeByteArray decodes Base64 into an array of bytes, which must have the same length.
func decodeByteArray(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	b, err := parseBase64(w.body(i))
	switch n := p.len; {
	case err != nil:
		w.report(mismatch{mark: i, kind: InvalidText, typ: p.typ, err: err})
	case len(b) != n:
		w.report(mismatch{mark: i, kind: WrongLength, typ: p.typ})
	case n > 0:
		copy(unsafe.Slice((*byte)(to), n), b)
	}
	return i + 2
}

var errLineEnd = errors.New("a line end in Base64")

// parseBase64 decodes text. Package base64 ignores line ends, which RFC 4648, section 3.1, does not permit.
func parseBase64(text []byte) ([]byte, error) {
	if bytes.ContainsAny(text, "\r\n") {
		return nil, errLineEnd
	}
	return base64.StdEncoding.AppendDecode([]byte{}, text)
}
