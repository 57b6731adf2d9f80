package decode

import (
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A keeper is a taker whose values and errors are kept; see [hidden.RecordKeeper]. Positions and numbers count from the start of the chunk
// until Report is called, which also finds the errors of invalid records.
type keeper[T any] struct {
	taker[T]
	kept []outcome[T]
	loop func(T, error) bool // the loop body
}

// An outcome is what has become of a record.
type outcome[T any] struct {
	value  T
	failed *RecordError // or nil
}

func (t *taker[T]) Keeper() hidden.RecordKeeper[records.Record] {
	k := &keeper[T]{taker: *t, loop: t.yield}
	k.value, k.yield, k.isLate = new(T), k.keep, true
	return k
}

func (k *keeper[T]) keep(value T, err error) (goOn bool) {
	failed, _ := err.(*RecordError)
	k.kept = append(k.kept, outcome[T]{value, failed})
	return true
}

func (k *keeper[T]) Report(before int64, base place.Position, locate func(*records.Record)) (goOn bool) {
	for i := range k.kept {
		o := &k.kept[i]
		var err error
		if e := o.failed; e != nil {
			e.Number += before
			e.move(base, locate)
			err = e
		}
		if !k.loop(o.value, err) {
			return false
		}
	}
	clear(k.kept)
	k.kept = k.kept[:0]
	return true
}

// move moves an error from its position in a chunk to that in the input; see [hidden.RecordKeeper]. If its record is invalid, move also finds
// what the error is, while the text of the chunk is still in memory.
func (e *RecordError) move(base place.Position, locate func(*records.Record)) {
	locate(&e.Record)
	switch err := e.Err.(type) {
	case *Error:
		for i := range err.Mismatches {
			p := &err.Mismatches[i].Position
			*p = tokenizer.Position(place.Position(*p).In(base))
		}
	case *records.RecordError:
		err.Record = e.Record
	case nil:
		e.find()
	}
}
