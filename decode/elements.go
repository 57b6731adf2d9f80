package decode

import (
	"iter"
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
)

// Elements returns an iterator over the elements of an array of a document, in order. It yields the same value or error for each element
// as [Value], decoded when it is needed, and goes on after an error. The time for the positions of all errors together is linear in the
// length of the document. null has no elements. If v is another value, or missing, or if nothing can be decoded into T, a single error is
// yielded.
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
			w := partWalks.Get().(*walk)
			w.begin(root.Tape(), p, &d.settings)
			iterate(w, root, sync.OnceValue(v.Pointer), yield)
			w.release()
			partWalks.Put(w)
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

// iterate yields the elements of an array, which the function pointer returns the JSON Pointer of.
func iterate[T any](w *walk, array tape.Value, pointer func() string, yield func(T, error) bool) {
	to, l := new(T), locator{position: place.Start}
	e, end := array.Inside()
	for i := 0; e < end; i++ {
		if w.root.hasMethods { // one may have kept a pointer to the last value
			to = new(T)
		}
		var value T
		*to = value
		if deep, ok := tooDeep(w.Value(e)); ok {
			w.report(mismatch{mark: deep, kind: TooDeep})
		} else {
			w.value(w.root, unsafe.Pointer(to), e)
		}
		var err error
		if len(w.found.list) == 0 {
			value = *to
		} else {
			failed := w.mismatches(w.root, e, pointer()+"/"+strconv.Itoa(i))
			l.locate(w.data, failed)
			w.found.reset()
			err = failed
		}
		if e = w.after(e); !yield(value, err) {
			return
		}
	}
}
