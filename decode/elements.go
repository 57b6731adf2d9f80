package decode

import (
	"cmp"
	"context"
	"iter"
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
)

// Elements returns an iterator over the elements of an array of a document, in order. It yields the same value or error for each element
// as [Value], and goes on after an error. null has no elements. If v is another value, or missing, or if nothing can be decoded into T, a
// single error is yielded.
//
// With several [Workers], runs of elements are decoded before they are yielded, so that methods may have been called for elements after the
// last one. n workers keep the values and errors of up to 2n + 6 runs. A run has at most about 16,000 tokens, unless it is a single element,
// and its values need at most 16 MiB, apart from what they refer to. An error needs a few hundred bytes for each mismatch.
func Elements[T any](v document.Value, opts ...Option) iter.Seq2[T, error] {
	d := Decoder[T]{settings: settingsOf(opts)}
	return d.Elements(v)
}

// Elements is like the function [Elements].
func (d *Decoder[T]) Elements(v document.Value) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		p, err := d.planned()
		if err == nil {
			err = checkArray(v, p, reflect.TypeFor[[]T]())
		}
		if err != nil {
			yield(*new(T), err)
		} else if root := tape.Value(v); root.Kind() == token.BeginArray {
			w := parts.Get().(*walk)
			w.begin(root.Tape(), p, &d.settings)
			s := elements[T]{w, sync.OnceValue(v.Pointer), locator{position: place.Start}}
			s.iterate(root, yield)
			w.release()
			parts.Put(w)
		}
	}
}

// checkArray returns an error if v is neither an array nor null. A list is a slice of what p is for.
func checkArray(v document.Value, p *plan, list reflect.Type) error {
	root := tape.Value(v)
	switch root.Kind() {
	case token.BeginArray, token.Null:
		return nil
	case 0:
		return &Error{Mismatches: []Mismatch{{Kind: NoValue, Type: list}}}
	}
	var w walk
	w.begin(root.Tape(), p, &settings{})
	w.report(mismatch{mark: root.At(), kind: WrongType, typ: list})
	return w.error(p, root.At(), v.Pointer())
}

// elements are those of an array.
type elements[T any] struct {
	whole   *walk         // several goroutines read it; one goroutine decodes by it
	pointer func() string // of the array
	locator               // of what has been yielded
}

// An elementRun is a run whose values are yielded.
type elementRun[T any] struct {
	run
	index  int // of the first element
	values []T
	failed []*Error // nil for a value that has been decoded; without positions
}

func (s *elements[T]) iterate(root tape.Value, yield func(T, error) bool) {
	w, index := s.whole, 0
	first, end := root.Inside()
	size, ordered := 1, parallel.Ordered[elementRun[T]] // the loop decodes an element when it is needed
	if w.workers > 1 {
		const marks, memory = runMarks / 4, 16 << 20
		size = cmp.Or(w.runMarks, min(marks, max(1, memory/max(1, int(w.root.size)))))
		ordered = parallel.OrderedPartial[elementRun[T]]
	}
	next := func(_ context.Context, r *elementRun[T]) (made bool) {
		if first >= end {
			return false
		}
		r.index, first = index, r.cut(w, size, first, end)
		index += r.n
		return true
	}
	do := func(r *elementRun[T]) {
		if w.workers <= 1 {
			s.decode(w, r)
		} else {
			w.inPart(func(part *walk) { s.decode(part, r) })
		}
	}
	for r := range ordered(context.Background(), w.workers, next, do) {
		for i, value := range r.values {
			var err error
			if e := r.failed[i]; e != nil {
				s.locate(w.data, e)
				value, err = *new(T), e
			}
			if !yield(value, err) {
				return
			}
		}
	}
}

// decode decodes the elements of a run. If a method panics, r has the values before.
func (s *elements[T]) decode(w *walk, r *elementRun[T]) {
	if w.root.hasMethods || cap(r.values) < r.n { // a method may have kept a pointer to a value
		r.values = make([]T, r.n)
	}
	clear(r.values)
	r.values, r.failed = r.values[:0], r.failed[:0]
	for e, n := r.first, 0; n < r.n; n++ {
		to := &r.values[:n+1][n]
		if deep, ok := tooDeep(w.Value(e)); ok {
			w.report(mismatch{mark: deep, kind: TooDeep})
		} else {
			w.value(w.root, unsafe.Pointer(to), e)
		}
		var failed *Error
		if len(w.found.list) > 0 {
			failed = w.mismatches(w.root, e, s.pointer()+"/"+strconv.Itoa(r.index+n))
			w.found.reset()
		}
		r.values, r.failed, e = r.values[:n+1], append(r.failed, failed), w.after(e)
	}
}
