package decode

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/tokenizer"
)

// As decodes a document into a value of type T.
//
// The error is a [*tokenizer.SyntaxError] if the document is invalid, an [*Error] if T cannot hold a value of it, and a [*TypeError] if
// nothing can be decoded into T. After an error, the result is the zero value.
func As[T any](data []byte, opts ...Option) (T, error) {
	var d Decoder[T]
	if len(opts) > 0 {
		d.settings = settingsOf(opts)
	}
	return d.As(data)
}

// Into is like [As], and stores the result in the value that v, a pointer, points to. Nothing of what the value was before is kept: maps
// and slices are new, and fields become zero for which the document has no member, or that are not decoded. If v is not a pointer, or nil,
// the error is a [*TypeError].
func Into(data []byte, v any, opts ...Option) error {
	return into(v, opts, func(p *plan, s *settings, to unsafe.Pointer) error { return decode(p, s, data, to) })
}

// into decodes into the value that v points to. The function do decodes into zeroed memory.
func into(v any, opts []Option, do func(p *plan, s *settings, to unsafe.Pointer) error) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &TypeError{Type: reflect.TypeOf(v), Err: errTarget}
	}
	p, err := planOf(target.Type().Elem())
	if err == nil {
		s := settingsOf(opts)
		result := reflect.New(p.typ)
		if err = do(p, &s, result.UnsafePointer()); err == nil {
			target.Elem().Set(result.Elem())
			return nil
		}
	}
	target.Elem().SetZero()
	return err
}

// Value is like [As] for a value of a document. The places of mismatches are those in the whole document. For a missing value, the error
// has a mismatch of the kind [NoValue], and for one of more than 10,000 levels, of the kind [TooDeep]. Options given to [Checks] have no
// effect.
func Value[T any](v document.Value, opts ...Option) (T, error) {
	d := Decoder[T]{settings: settingsOf(opts)}
	return d.Value(v)
}

// ValueInto is like [Value], and stores the result as [Into] does.
func ValueInto(from document.Value, v any, opts ...Option) error {
	return into(v, opts, func(p *plan, s *settings, to unsafe.Pointer) error { return decodeValue(p, s, from, to) })
}

// A Decoder decodes values of type T with the same options each time, without looking up the type. [For] makes Decoders; the zero
// Decoder has no options. A Decoder may be used concurrently.
type Decoder[T any] struct {
	plan     *plan
	settings settings
}

// For returns a Decoder. The error is a [*TypeError] if nothing can be decoded into T, so that a program can report it when it starts.
func For[T any](opts ...Option) (*Decoder[T], error) {
	p, err := planOf(reflect.TypeFor[T]())
	if err != nil {
		return nil, err
	}
	return &Decoder[T]{p, settingsOf(opts)}, nil
}

// As is like the function [As].
func (d *Decoder[T]) As(data []byte) (result T, err error) {
	p, err := d.planned()
	if err != nil {
		return result, err
	}
	w := walkers.Get().(*walker)
	to := w.target.place(p)
	if err = w.decode(p, &d.settings, data, to); err == nil {
		result = *(*T)(to)
	}
	if w.target.at == to {
		*(*T)(to) = *new(T)
	}
	w.put(len(data))
	return result, err
}

// planned returns the plan of T.
func (d *Decoder[T]) planned() (*plan, error) {
	if d.plan != nil {
		return d.plan, nil
	}
	return planOf(reflect.TypeFor[T]())
}

// Value is like the function [Value].
func (d *Decoder[T]) Value(v document.Value) (T, error) {
	result := new(T)
	p, err := d.planned()
	if err == nil {
		err = decodeValue(p, &d.settings, v, unsafe.Pointer(result))
	}
	if err != nil {
		return *new(T), err
	}
	return *result, nil
}

// decode decodes a document.
func decode(p *plan, s *settings, data []byte, to unsafe.Pointer) error {
	w := walkers.Get().(*walker)
	err := w.decode(p, s, data, to)
	w.put(len(data))
	return err
}

// decodeValue decodes a value of a document, which may be nested more deeply than the walk can be.
func decodeValue(p *plan, s *settings, v document.Value, to unsafe.Pointer) error {
	if !v.Exists() {
		return &Error{Mismatches: []Mismatch{{Kind: NoValue, Type: p.typ}}}
	}
	w := walkers.Get().(*walker)
	root := tape.Value(v)
	var err error
	if deep, ok := tooDeep(root); ok {
		w.begin(root.Tape(), p, s)
		w.report(mismatch{mark: deep, kind: TooDeep})
		err = w.error(p, root.At(), v.Pointer())
	} else {
		err = w.run(p, s, v, to)
	}
	w.put(0)
	return err
}

// A walker is a walk with the memory of a document. If a method of a type panics, the walker is not used again.
type walker struct {
	walk
	document document.Document
	target   target
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// decode decodes a document.
func (w *walker) decode(p *plan, s *settings, data []byte, to unsafe.Pointer) error {
	checks := s.checks
	if s.workers > 1 {
		checks = append(slices.Clip(checks), tokenizer.Workers(s.workers))
	}
	if err := w.document.Parse(data, checks...); err != nil {
		return err
	}
	err := w.run(p, s, w.document.Root(), to)
	w.Tape.Data = nil // the pool must not keep the text
	return err
}

// A target is zeroed memory for results that are copied afterwards.
type target struct {
	of *plan // of the value that memory is for
	at unsafe.Pointer
}

// mostTarget is the size in bytes of the largest value whose memory is kept for another one.
const mostTarget = 1 << 10

// place returns zeroed memory for a value. If it is that of t, it must be zeroed again afterwards. If a method decodes, the memory is not
// used again, because the method could keep a pointer to it.
func (t *target) place(p *plan) unsafe.Pointer {
	if t.of == p {
		return t.at
	}
	to := reflect.New(p.typ).UnsafePointer()
	if !p.hasMethods && p.size <= mostTarget {
		t.of, t.at = p, to
	}
	return to
}

// run decodes a value, which exists.
func (w *walker) run(p *plan, s *settings, v document.Value, to unsafe.Pointer) error {
	root := tape.Value(v)
	w.begin(root.Tape(), p, s)
	w.value(p, to, root.At())
	if len(w.found.list) == 0 {
		return nil
	}
	return w.error(p, root.At(), v.Pointer())
}

// tooDeep returns the mark of the first bracket in v that is nested too deeply for the walk, if there is one.
func tooDeep(v tape.Value) (mark uint32, ok bool) {
	if !v.IsContainer() {
		return 0, false
	}
	t, levels := v.Tape(), 1
	first, end := v.Inside()
	if end-first < 2*mostLevels { // each level inside v has two marks
		return 0, false
	}
	for i := first; i < end; i++ {
		switch t.Data[t.Marks[i]&^tape.HasEscape] {
		case '{', '[':
			if levels++; levels > mostLevels {
				return i, true
			}
		case '}', ']':
			levels--
		case '"':
			i++ // the closing quotation mark
		}
	}
	return 0, false
}

// mostKept is the greatest length in bytes of a document whose memory is kept for others. The document takes up to 16 times as many.
const mostKept = 1 << 20

// put makes w available for other documents, unless the document was so large that its memory should not be kept.
func (w *walker) put(size int) {
	if size <= mostKept {
		w.release()
		walkers.Put(w)
	}
}
