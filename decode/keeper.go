package decode

import (
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A keeper is a taker whose values and errors are kept; see [hidden.RecordKeeper]. Until Report is called, positions and numbers count from
// the start of the chunk, and errors of invalid records have no Err, which would need more memory.
type keeper[T any] struct {
	taker[T]
	kept   []outcome[T]
	faults int // how many invalid records and mismatches are kept
}

// mostFaults is how many invalid records and mismatches are kept, apart from those of the last record. They need about 5 MiB. There can be
// thousands in each KiB of records, if many members are missing in all of them.
const mostFaults = 1 << 14

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
	} else if err, ok := e.Err.(*Error); ok {
		k.faults += len(err.Mismatches)
	} else {
		k.faults++
	}
	return k.faults < mostFaults
}

func (k *keeper[T]) Report(before int64, base place.Position, locate func(*records.Record)) (rest hidden.RecordTaker[records.Record], goOn bool) {
	t := k.taker
	t.put = func(value *T, e *RecordError) (goOn bool) {
		if e != nil {
			e.Number += before
			e.move(base, locate)
		}
		return t.report(value, e)
	}
	for i := range k.kept {
		if o := &k.kept[i]; !t.put(&o.value, o.failed) {
			return nil, false
		}
	}
	clear(k.kept)
	k.kept, k.faults = k.kept[:0], 0
	return &t, true
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
