package records

import (
	"context"
	"io"
	"math"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/tokenizer"
)

// ChecksOf is for package decode, not for users. It returns the options of all [Each] in opts, in order.
func ChecksOf(opts []Option) (each []tokenizer.Option) {
	for _, o := range opts {
		each = o.apply(new(recordConfig), each)
	}
	return each
}

// Take is for package decode, not for users. It passes the records of data, or those of r if it is not nil, to takers that newTaker
// makes. A single one takes them in order, unless there are several workers: then each of these uses takers of its own, which must
// be late: they keep what they have taken, and report in order. At most the given number of bytes, or a single longer record, are
// taken together. Take returns the error of the reader or of ctx, as [Read] yields it, or nil if a taker has ended the iteration.
func Take(ctx context.Context, data []byte, r io.Reader, workers, together int, newTaker func(isLate bool) hidden.RecordTaker[Record], opts ...Option) error {
	maxRecord := math.MaxInt
	if r != nil {
		maxRecord = DefaultMaxRecord
	}
	c := newRecordConfig(opts, maxRecord)
	c.chunk = min(c.chunk, together)
	if workers > 1 && c.format != concatenated && (r != nil || len(data) > c.chunk) {
		return takeChunks(ctx, data, r, workers, newTaker, c)
	}
	w := newRecordReader(c)
	taker := newTaker(false)
	yield := w.yieldTo(taker)
	taker.Begin()
	var failed error
	if r == nil {
		w.walk(data, true, yield)
	} else {
		w.read(ctx, &source{r: r, room: 4 * leastTogether}, func(r Record, err error) bool {
			failed = err
			return err == nil && yield(r)
		})
	}
	taker.End()
	return failed
}

// yieldTo makes w pass valid lines to a taker, and returns a function that passes single records to it.
func (w *recordReader) yieldTo(t hidden.RecordTaker[Record]) func(Record) bool {
	w.taker, w.onlyBad = t, false
	return func(r Record) bool { return t.TakeRecord(&r, w.number) }
}

// takeChunks is Take with several workers.
func takeChunks(ctx context.Context, data []byte, r io.Reader, workers int, newTaker func(isLate bool) hidden.RecordTaker[Record], c recordConfig) error {
	next, failed := chunksOf(data, c), func() error { return nil }
	if r != nil {
		chunks := newChunkSource(r, c)
		defer chunks.free()
		next, failed = chunks.next, func() error {
			if chunks.err == io.EOF {
				return nil
			}
			return chunks.err
		}
	}
	type taken struct {
		chunk
		taker    hidden.RecordTaker[Record]
		panicked any // the value of the panic that ended the walk, or nil
	}
	made := func(ctx context.Context, t *taken) bool {
		if t.taker == nil {
			t.taker = newTaker(true)
		}
		return next(ctx, &t.chunk)
	}
	take := func(t *taken) {
		defer func() { t.panicked = recover() }()
		t.taker.Begin()
		t.walk(t.reader.yieldTo(t.taker))
		t.taker.End()
	}
	base, number := place.Start, int64(0)
	for t := range parallel.Ordered(ctx, workers, made, take) {
		if !t.taker.Report(number, func(r *Record) { r.setStart(r.begin().In(base)) }) {
			return nil
		}
		if t.panicked != nil {
			panic(t.panicked)
		}
		base, number = t.reader.at.In(base), number+t.reader.number
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return failed()
}
