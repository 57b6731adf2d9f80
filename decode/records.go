package decode

import (
	"context"
	"io"
	"iter"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Records returns an iterator over the records of data, which are decoded into values of type T in order. Unless [RecordOptions] say
// otherwise, each line is a record, as in NDJSON.
//
// Each record is yielded once, as a value or as a [*RecordError], after which the iteration goes on. If nothing can be decoded into T, a
// [*TypeError] is yielded instead of all records. The values are like those of [As]. With [AliasText], data must not change while a
// value is in use.
func Records[T any](data []byte, opts ...RecordOption) iter.Seq2[T, error] {
	return new(Decoder[T]).Records(data, opts...)
}

// Records is like the function [Records]. Its options are added to those of d.
func (d *Decoder[T]) Records(data []byte, opts ...RecordOption) iter.Seq2[T, error] {
	return d.iterate(context.Background(), data, nil, opts)
}

// ReadRecords is like [Records], but for a reader. Each record is yielded as soon as the record and the separator after it have been
// read. An error of the reader other than [io.EOF] is yielded last, after all complete records. Once ctx is done, only the error of ctx is
// yielded; ctx cannot interrupt a Read of r.
//
// With several [Workers], another goroutine reads, and records are yielded once 4 KiB to 64 KiB have been read, depending on the size of
// T. The iteration does not end while a Read is in progress.
//
// [AliasText] has no effect, because memory is reused. ReadRecords needs less than 2 MiB of memory, and a few times the length of the
// longest record, for each worker, apart from the memory of values and errors; see [records.MaxRecord]. n workers keep the values and errors
// of up to 2n + 6 times 64 KiB of records. Meanwhile, an error needs about 100 bytes for an invalid line, and a few hundred bytes for each
// mismatch, besides a copy of the record. Beyond 16,384 mismatches in 64 KiB, the iterating goroutine decodes the other
// records, so that errors hardly need more than 5 MiB.
func ReadRecords[T any](ctx context.Context, r io.Reader, opts ...RecordOption) iter.Seq2[T, error] {
	return new(Decoder[T]).ReadRecords(ctx, r, opts...)
}

// ReadRecords is like the function [ReadRecords]. Its options are added to those of d.
func (d *Decoder[T]) ReadRecords(ctx context.Context, r io.Reader, opts ...RecordOption) iter.Seq2[T, error] {
	return d.iterate(ctx, nil, reading.WithContext(ctx, r), opts)
}

// iterate returns an iterator over the records of data, or of r if it is not nil.
func (d *Decoder[T]) iterate(ctx context.Context, data []byte, r io.Reader, opts []RecordOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		p, err := d.planned()
		if err != nil {
			yield(*new(T), err)
			return
		}
		s := d.settings.withRecords(opts)
		if r != nil {
			s.aliasText = false
		}
		workers := s.workers
		s.workers = 0 // a record is not divided further
		rules := tokenizer.RulesOf(s.checks)
		loop, isLeft := yield, false // isLeft: the loop has ended by itself, and must not get the error of ctx
		if ctx.Done() != nil {
			loop = func(value T, err error) (goOn bool) {
				if ctx.Err() != nil {
					return false
				}
				isLeft = !yield(value, err)
				return !isLeft
			}
		}
		t := &taker[T]{plan: p, with: &s.settings, rules: rules, copies: r != nil, yield: loop, value: new(T)}
		t.put = t.report
		err = records.Take(ctx, data, r, t, workers, together(unsafe.Sizeof(*new(T))), s.records...)
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil && !isLeft {
			yield(*new(T), err)
		}
	}
}

// together returns how many bytes of records are decoded together into values of the given size. Their tape should stay in the cache, and
// their values should not take much memory, even if each record is as short as possible.
func together(size uintptr) int {
	const least, most, memory = 4 << 10, 64 << 10, 16 << 20 // bytes
	return int(min(max(memory/max(size, 1), least), most))
}
