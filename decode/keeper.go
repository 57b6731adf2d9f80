package decode

import (
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A keeper is a taker whose values and errors are kept; see [hidden.RecordKeeper]. Until Report is called, positions and numbers count from
// the start of the chunk. So that errors do not need much memory, those of invalid records have no Err yet, and those of mismatches beyond
// the first ones have none either.
type keeper[T any] struct {
	taker[T]
	kept       []outcome[T]
	mismatches int // how many have been found in the chunk
}

// mostKeptMismatches is how many mismatches of a chunk are kept, which need about 5 MiB. There can be thousands in each KiB of records, if
// many members are missing in all of them.
const mostKeptMismatches = 1 << 14

// An outcome is what has become of a record.
type outcome[T any] struct {
	value  T
	failed *RecordError // or nil
}

func (t *taker[T]) Keeper() hidden.RecordKeeper[records.Record] {
	k := &keeper[T]{taker: *t}
	k.value, k.put = new(T), k.keep
	return k
}

func (k *keeper[T]) keep(value *T, e *RecordError) (goOn bool) {
	k.kept = append(k.kept, outcome[T]{failed: e})
	if e == nil {
		k.kept[len(k.kept)-1].value = *value
	} else if err, ok := e.Err.(*Error); ok && !k.plan.hasMethods { // methods may be called only once
		if k.mismatches += len(err.Mismatches); k.mismatches > mostKeptMismatches {
			e.Err = nil
		}
	}
	return true
}

func (k *keeper[T]) Report(before int64, base place.Position, locate func(*records.Record)) (goOn bool) {
	k.Begin()
	defer k.End()
	for i := range k.kept {
		o := &k.kept[i]
		e := o.failed
		if e != nil {
			e.Number += before
			e.move(base, locate)
			if e.Err == nil {
				e = k.decodeRecord(e.Record, e.Number)
			}
		}
		if !k.report(&o.value, e) {
			return false
		}
	}
	clear(k.kept)
	k.kept, k.mismatches = k.kept[:0], 0
	return true
}

// move moves an error from its position in a chunk to that in the input; see [hidden.RecordKeeper].
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
	}
}
